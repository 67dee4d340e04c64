import { openTabChannel } from '#web/api/tabs.ts'
import type { TimerActions } from '#web/features/timer/commands/actions.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'
import type { RejectedCommand } from '#web/features/timer/outbox/send-pending-commands.ts'
import { joinLeaderElection } from '#web/features/timer/leader.ts'
import type { Outbox } from '#web/features/timer/outbox/outbox.ts'
import type { TimerStore } from '#web/features/timer/store.ts'
import { adoptStoredSelection } from '#web/features/timer/selection/stored-selection.ts'
import { startSync, type Sync } from './sync.ts'

interface Options {
  userId: string
  url?: string
  store: TimerStore
  clock: Clock
  outbox: Outbox
  actions: TimerActions
  onRefused: (refused: RejectedCommand) => void
}

export type TimerClient = ReturnType<typeof startTimerClient>

/** One user's stay on this page: what the device has kept is shown first, then the server is asked. */
export function startTimerClient({ userId, url, store, clock, outbox, actions, onRefused }: Options) {
  const leaving = new AbortController()
  // Whichever tab can, sends: another one may be gone before it does.
  const channel = openTabChannel('ritmo-timer', () => void reload().then(() => sync?.flushWaiting()))
  const leadership = joinLeaderElection('timer-leader')
  let sync: Sync | undefined

  async function reload() {
    const kept = await outbox.read()
    if (leaving.signal.aborted) return
    clock.restoreOffset(kept.clockOffset)
    store.show(kept, outbox.isDurable())
  }

  const isReady = reload().then(() => {
    if (leaving.signal.aborted) return
    const address = url !== undefined && { url }
    sync = startSync({
      userId,
      ...address,
      store,
      clock,
      outbox,
      actions,
      onStateChange: channel.tell,
      onRejected: onRefused,
    })
    listenToPageEvents(sync, leaving.signal)
    listenToTabs(store, reload, leaving.signal)
  })

  async function heard() {
    await isReady
    await sync?.heard()
  }

  const doubt = () => sync?.doubt()

  clock.setServerTimeRequest(() => {
    doubt()
    return heard()
  })

  return {
    userId,
    outbox,
    isReady,
    /** What the server says of the timer has come, or none is to be expected. */
    heard,
    /** What this page shows may be old: presses wait for the server. */
    doubt,
    isLeader: leadership.isLeader,
    /** Something new waits to be sent. */
    tell: () => {
      channel.tell()
      void sync?.flush()
    },
    nudge: () => sync?.nudge(),
    catchUp: () => sync?.catchUp(),
    flush: () => sync?.flush(),
    end: () => {
      leaving.abort()
      clock.setServerTimeRequest(() => Promise.resolve())
      sync?.stop()
      channel.close()
      leadership.leave()
    },
  }
}

function listenToPageEvents(sync: Sync, signal: AbortSignal) {
  for (const name of ['pageshow', 'focus', 'online']) addEventListener(name, sync.wake, { signal })
  // After the browser had frozen the page.
  document.addEventListener('resume', sync.wake, { signal })
  const wakeIfSeen = () => document.visibilityState === 'visible' && sync.wake()
  document.addEventListener('visibilitychange', wakeIfSeen, { signal })
  addEventListener('pagehide', sync.leave, { signal })
}

function listenToTabs(store: TimerStore, reload: () => Promise<void>, signal: AbortSignal) {
  const follow = ({ key }: StorageEvent) => {
    if (key !== 'timer-state') return
    adoptStoredSelection(store)
    void reload()
  }
  addEventListener('storage', follow, { signal })
}
