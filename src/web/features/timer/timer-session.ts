import { newId } from '#web/api/new-id.ts'
import { nameInOrigin } from '#web/base-path.ts'
import type { SyncEngine } from '#web/sync/engine.ts'
import { joinLeaderElection } from '#web/sync/tabs.ts'
import { withTimer } from './commands/stored-commands.ts'
import { connectToServer, type ConnectionOptions, type ServerConnection } from './connection/server-connection.ts'
import { adoptStoredSelection, readStoredSelection } from './selection/stored-selection.ts'

export type TimerSession = ReturnType<typeof startTimerSession>

/** Runs the timer of one user on this page: shows what is stored on the device first, then follows the server. */
export function startTimerSession(options: ConnectionOptions) {
  const { userId, store, clock, sync } = options
  const stopping = new AbortController()
  const leadership = joinLeaderElection('timer-leader')
  let connection: ServerConnection | undefined
  const whenReady = ensureDevice(sync).then(() => {
    if (!stopping.signal.aborted) connection = connectToServer(options)
  })
  const markStale = () => connection?.markStale()

  async function whenFresh() {
    await whenReady
    await connection?.whenFresh()
  }

  clock.setServerTimeRequest(() => {
    markStale()
    return whenFresh()
  })
  adoptStoredSelection(store)
  addEventListener('storage', ({ key }) => key === nameInOrigin('timer-state') && adoptStoredSelection(store), stopping)

  return {
    userId,
    connection: () => connection,
    whenFresh,
    markStale,
    isLeader: leadership.isLeader,
    stop: () => {
      stopping.abort()
      clock.setServerTimeRequest(() => Promise.resolve())
      connection?.close()
      leadership.leave()
      // The engine goes on without a session, and sends commands unless the user has switched sync off.
      store.reset(readStoredSelection())
    },
  }
}

/** Gives this device an id, which the server needs to number its commands. */
async function ensureDevice(sync: SyncEngine) {
  await sync.whenRead()
  if (sync.user() !== undefined) await sync.change((data) => [withTimer(data, newId()), undefined])
}
