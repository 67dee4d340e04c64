import { openTabChannel } from '#web/api/tabs.ts'
import type { TimerActions } from './actions.ts'
import type { Clock } from './clock.ts'
import type { RefusedPress } from './drain.ts'
import { standForLeader } from './leader.ts'
import type { Outbox } from './outbox.ts'
import type { TimerStore } from './store.ts'
import { followStored } from './stored-choice.ts'
import { startSync, type Sync } from './sync.ts'

interface Options {
  userId: string
  url?: string
  store: TimerStore
  clock: Clock
  outbox: Outbox
  actions: TimerActions
  onRefused: (refused: RefusedPress) => void
}

export type Visit = ReturnType<typeof startVisit>

/** One user's stay on this page: what the device has kept is shown first, then the server is asked. */
export function startVisit({ userId, url, store, clock, outbox, actions, onRefused }: Options) {
  const leaving = new AbortController()
  // Whichever tab can, sends: another one may be gone before it does.
  const channel = openTabChannel('ritmo-timer', () => void reload().then(() => sync?.flushWaiting()))
  const leadership = standForLeader('timer-leader')
  let sync: Sync | undefined

  async function reload() {
    const kept = await outbox.read()
    if (leaving.signal.aborted) return
    clock.recall(kept.clockOffset)
    store.show(kept, outbox.isDurable())
  }

  const isReady = reload().then(() => {
    if (leaving.signal.aborted) return
    const address = url !== undefined && { url }
    sync = startSync({ userId, ...address, store, clock, outbox, actions, onKept: channel.tell, onRefused })
    listenToPage(sync, leaving.signal)
    listenToTabs(store, reload, leaving.signal)
  })

  async function heard() {
    await isReady
    await sync?.heard()
  }

  const doubt = () => sync?.doubt()

  clock.askWith(() => {
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
      clock.askWith(() => Promise.resolve())
      sync?.stop()
      channel.close()
      leadership.leave()
    },
  }
}

function listenToPage(sync: Sync, signal: AbortSignal) {
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
    followStored(store)
    void reload()
  }
  addEventListener('storage', follow, { signal })
}
