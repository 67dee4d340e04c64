import type { QueryClient } from '@tanstack/react-query'
import { orderAfterTimerCommands } from '#web/api/offline/mutation-queue.ts'
import { currentUserId, onSessionChange, type SessionEnding } from '#web/api/session.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { tickWhileHidden } from './clock/background-ticker.ts'
import { createClock } from './clock/clock.ts'
import { createActions } from './commands/actions.ts'
import { startTimerClient, type TimerClient } from './connection/timer-client.ts'
import { lastCommandOn } from './outbox/commands-ready-to-send.ts'
import { openOutbox } from './outbox/outbox.ts'
import type { RejectedCommand } from './outbox/send-pending-commands.ts'
import type { PhaseChange } from './phase-change.ts'
import { adoptStoredSelection, persistTimerState, readStoredSelection } from './selection/stored-selection.ts'
import { createTimerStore, type TimerData } from './store.ts'

/** The first part of the query keys of time entries. */
export const TIME_ENTRIES = 'time-entries'

const SIGN_OUT_TIMEOUT_MS = 2_000
/** The server notices the end of a phase with a delay, too. */
const REFRESH_DELAY_MS = 1_000
/** A phase that ended longer ago has already been saved by the server. */
const MIN_SAVED_AGE_MS = 10_000

const clock = createClock()
export const store = createTimerStore(clock, readStoredSelection())
const actions = createActions({
  store,
  clock,
  outbox: () => timerClient?.outbox,
  whenFresh: () => timerClient?.whenFresh(),
  onAppend: () => timerClient?.handleAppend(),
})
const rejectionListeners = new Set<(rejected: RejectedCommand) => void>()
let timerClient: TimerClient | undefined

persistTimerState(store)

const isSyncEnabled = () => store.getState().isSyncEnabled

// Mutations do not wait for commands while sync is off, because it may stay off for long.
orderAfterTimerCommands({
  lastPendingOn: (patch) => (isSyncEnabled() ? lastCommandOn(patch, store.getState()) : undefined),
  async isPending(commandId) {
    if (!isSyncEnabled()) return false
    const state = await timerClient?.outbox.read()
    return state === undefined || state.pending.some(({ id }) => id === commandId)
  },
})

/** The server's time. */
export const serverNow = clock.now

export const timerActions = {
  ...actions,
  /** While sync is off this device neither sends nor applies anything; its commands stay pending. */
  async setSyncEnabled(isSyncEnabled: boolean) {
    store.refresh({ isSyncEnabled })
    if (isSyncEnabled) await timerClient?.catchUp()
  },
  /** Deletes the commands that the server does not have, so that they are never sent. */
  async discardPending() {
    await timerClient?.outbox.erase()
  },
}

/** Lets the next command wait for the server's snapshot, because its user may have seen a newer state elsewhere. */
export const markTimerStale = () => timerClient?.markStale()

/** Whether this tab is the one of this browser that notifies. */
export const isLeader = () => timerClient?.isLeader() ?? false

/** Subscribes to phases that end while this page is open. */
export const onPhaseChange = (listener: (change: PhaseChange) => void) =>
  store.onPhaseChange((change) => listener({ ...change, isLeader: isLeader() }))

/** Subscribes to rejected commands that need a message to the user. */
export function onCommandRejected(listener: (rejected: RejectedCommand) => void) {
  rejectionListeners.add(listener)
  return () => void rejectionListeners.delete(listener)
}

const notifyRejected = (rejected: RejectedCommand) => {
  for (const listener of rejectionListeners) listener(rejected)
}

/** Runs the timer of the signed-in user, and follows sign-ins and sign-outs. Returns a function that stops it. */
export function startTimer(client: QueryClient) {
  const handleSessionChange = (ending?: SessionEnding) => {
    const userId = currentUserId()
    if (userId === timerClient?.userId) return
    stopClient(ending)
    if (userId !== undefined) startClient(userId)
  }
  const cleanups = [
    onSessionChange(handleSessionChange),
    refetchEntriesOnChange(client),
    reconnectOnReply(client),
    tickWhileHidden(store),
    stopClient,
  ]
  handleSessionChange()
  return () => {
    for (const cleanup of cleanups) cleanup()
  }
}

function startClient(userId: string) {
  adoptStoredSelection(store)
  const outbox = openOutbox(userId)
  timerClient = startTimerClient({ userId, store, clock, outbox, actions, onRejected: notifyRejected })
}

function stopClient(ending?: SessionEnding) {
  timerClient?.stop()
  if (ending === 'deleted') void timerClient?.outbox.erase()
  else if (ending !== undefined) void timerClient?.outbox.eraseIfSent()
  timerClient = undefined
  store.reset()
}

/** Tries to send the pending commands within two seconds, and returns how many are left. */
export async function flushBeforeSignOut() {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))
  await Promise.race([timerClient?.flush(), timeout])
  const state = await timerClient?.outbox.read()
  return { pending: state?.pending.length ?? 0 }
}

/** Refetches entries when the timer may have saved one since this page was opened. */
function refetchEntriesOnChange(client: QueryClient) {
  const openedAt = clock.now()
  let scheduled: ReturnType<typeof setTimeout> | undefined
  const refresh = () => [TIME_ENTRIES, ACTIVITY].map((name) => void client.invalidateQueries({ queryKey: [name] }))
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

/** A server that has answered any request is reachable. */
function reconnectOnReply(client: QueryClient) {
  return client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) timerClient?.retryNow()
  })
}
