import type { QueryClient } from '@tanstack/react-query'
import { onServerReply } from '#web/api/query-client.ts'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import type { SyncEngine } from '#web/sync/engine.ts'
import type { SyncState } from '#web/sync/outbox.ts'
import { tickWhileHidden } from './clock/background-ticker.ts'
import { createClock } from './clock/clock.ts'
import { createActions } from './commands/actions.ts'
import { createCommandKind } from './commands/command-kind.ts'
import { createRejectedCommands } from './commands/rejected-commands.ts'
import { createCommandTransport } from './connection/command-transport.ts'
import type { PhaseChange } from './phase-change.ts'
import { persistTimerState, readStoredSelection } from './selection/stored-selection.ts'
import { createTimerStore, type TimerData, type TimerStore } from './store.ts'
import { startTimerSession, type TimerSession } from './timer-session.ts'

/** The first part of the query keys of time entries. */
export const TIME_ENTRIES = 'time-entries'

/** What else shows a list that another device has changed. */
const QUERIES_WITH: Record<string, readonly string[]> = { goals: [ACTIVITY], tasks: ['projects', ACTIVITY] }

/** The server notices the end of a phase with a delay, too. */
const REFRESH_DELAY_MS = 1_000
/** A phase that ended longer ago has already been saved by the server. */
const MIN_SAVED_AGE_MS = 10_000

interface Options {
  sync: SyncEngine
  /** The server's address, if it is not the page's own. */
  url?: string
}

export type Timer = ReturnType<typeof createTimer>

/** The timer of this page. Its commands are a kind of operation of the sync engine. */
export function createTimer({ sync, url }: Options) {
  const clock = createClock()
  const store = createTimerStore(clock, readStoredSelection())
  const rejected = createRejectedCommands()
  let session: TimerSession | undefined
  let refetchList: ((list: string) => void) | undefined

  const actions = createActions({ store, clock, sync, whenFresh: () => session?.whenFresh() })
  const isLeader = () => session?.isLeader() ?? false
  persistTimerState(store)

  sync.register(
    createCommandKind({
      send: createCommandTransport({ store, clock, connection: () => session?.connection() }),
      isEnabled: () => store.getState().isSyncEnabled,
      clockOffset: clock.offset,
      onRejected: rejected.add,
    }),
  )

  const shared = { url, store, clock, sync, actions, onListChanged: (list: string) => refetchList?.(list) }

  function stopSession() {
    session?.stop()
    session = undefined
  }

  function show(state: SyncState) {
    const { user: userId } = state
    if (userId !== session?.userId) {
      stopSession()
      if (userId !== undefined) session = startTimerSession({ ...shared, userId })
    }
    store.showStored(state)
  }

  return {
    store,
    /** The server's time. */
    serverNow: clock.now,
    isLeader,

    actions: {
      ...actions,
      /** While sync is off this device neither sends nor applies anything; its commands stay pending. */
      async setSyncEnabled(isSyncEnabled: boolean) {
        store.refresh({ isSyncEnabled })
        if (isSyncEnabled) await session?.connection()?.catchUp()
        sync.retryNow()
      },
    },

    /** Lets the next command wait for the server's snapshot, because its user may have seen a newer state elsewhere. */
    markStale: () => session?.markStale(),

    /** Subscribes to phases that end while this page is open. */
    onPhaseChange: (listener: (change: PhaseChange) => void) =>
      store.onPhaseChange((change) => listener({ ...change, isLeader: isLeader() })),

    /** Subscribes to rejected commands that need a message to the user. */
    onCommandRejected: rejected.subscribe,

    /** Runs the timer of the signed-in user, and follows sign-ins and sign-outs. Returns a function that stops it. */
    start(client: QueryClient) {
      refetchList = (list) => refetchWith(client, list)
      const cleanups = [
        sync.store.subscribe(show),
        refetchEntriesOnChange(store, client, clock.now()),
        onServerReply(client, () => session?.connection()?.retryNow()),
        tickWhileHidden(store),
        stopSession,
      ]
      show(sync.store.getState())
      return () => cleanups.forEach((cleanup) => cleanup())
    },
  }
}

const refetchWith = (client: QueryClient, list: string) =>
  [list, ...(QUERIES_WITH[list] ?? [])].forEach((name) => refetchAfterChange(client, { queryKey: [name] }))

/** Refetches entries when the timer may have saved one since this page was opened. */
function refetchEntriesOnChange(store: TimerStore, client: QueryClient, openedAt: number) {
  let scheduled: ReturnType<typeof setTimeout> | undefined
  const refresh = () => [TIME_ENTRIES, ACTIVITY].map((name) => refetchAfterChange(client, { queryKey: [name] }))
  const unsubscribe = store.subscribe((after, before) => {
    if (before.device === null || !mayHaveSaved(after, before)) return
    if (before.snapshot === null && after.view.lastAt < openedAt - MIN_SAVED_AGE_MS) return
    clearTimeout(scheduled)
    scheduled = setTimeout(refresh, REFRESH_DELAY_MS)
  })
  return () => {
    clearTimeout(scheduled)
    unsubscribe()
  }
}

const mayHaveSaved = (after: TimerData, before: TimerData) =>
  after.snapshot?.revision !== before.snapshot?.revision || after.view.phase !== before.view.phase
