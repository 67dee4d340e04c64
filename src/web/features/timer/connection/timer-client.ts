import { openTabChannel } from '#web/api/tabs.ts'
import { joinLeaderElection } from '#web/features/timer/leader.ts'
import { adoptStoredSelection } from '#web/features/timer/selection/stored-selection.ts'
import type { TimerStore } from '#web/features/timer/store.ts'
import { startSync, type Sync, type SyncOptions } from './sync.ts'

export type TimerClient = ReturnType<typeof startTimerClient>

/** Runs the timer of one user on this page: shows the state stored on the device first, then synchronizes. */
export function startTimerClient(options: Omit<SyncOptions, 'onStateChange'>) {
  const { userId, store, clock, outbox } = options
  const stopping = new AbortController()
  // Every tab tries to send, because the tab that added a command may be closed before it does.
  const channel = openTabChannel('ritmo-timer', () => void reload().then(() => sync?.flushPending()))
  const leadership = joinLeaderElection('timer-leader')
  let sync: Sync | undefined

  async function reload() {
    const state = await outbox.read()
    if (stopping.signal.aborted) return
    clock.restoreOffset(state.clockOffset)
    store.applyDeviceState(state, outbox.isDurable())
  }

  const whenReady = reload().then(() => {
    if (stopping.signal.aborted) return
    sync = startSync({ ...options, onStateChange: channel.post })
    listenToPageEvents(sync, stopping.signal)
    listenToTabs(store, reload, stopping.signal)
  })

  async function whenFresh() {
    await whenReady
    await sync?.whenFresh()
  }

  const markStale = () => sync?.markStale()

  clock.setServerTimeRequest(() => {
    markStale()
    return whenFresh()
  })

  return {
    userId,
    outbox,
    whenReady,
    /** Resolves when the server's snapshot has arrived, or when none can be expected. */
    whenFresh,
    /** Lets the next command wait for a snapshot, because this page's state may be old. */
    markStale,
    isLeader: leadership.isLeader,
    /** To be called when a command was added to the outbox. */
    handleAppend: () => {
      channel.post()
      void sync?.flush()
    },
    retryNow: () => sync?.retryNow(),
    catchUp: () => sync?.catchUp(),
    flush: () => sync?.flush(),
    stop: () => {
      stopping.abort()
      clock.setServerTimeRequest(() => Promise.resolve())
      sync?.stop()
      channel.close()
      leadership.leave()
    },
  }
}

function listenToPageEvents(sync: Sync, signal: AbortSignal) {
  for (const name of ['pageshow', 'focus', 'online']) addEventListener(name, sync.handleResume, { signal })
  // The browser fires `resume` when it unfreezes the page.
  document.addEventListener('resume', sync.handleResume, { signal })
  const resumeIfVisible = () => document.visibilityState === 'visible' && sync.handleResume()
  document.addEventListener('visibilitychange', resumeIfVisible, { signal })
  addEventListener('pagehide', sync.handlePageHide, { signal })
}

function listenToTabs(store: TimerStore, reload: () => Promise<void>, signal: AbortSignal) {
  const handleStorage = ({ key }: StorageEvent) => {
    if (key !== 'timer-state') return
    adoptStoredSelection(store)
    void reload()
  }
  addEventListener('storage', handleStorage, { signal })
}
