import type { QueryClient } from '@tanstack/react-query'
import { orderAfterTimerCommands } from '#web/api/offline/mutation-queue.ts'
import { currentUserId, type SessionEnding, onSessionChange } from '#web/api/session.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { createActions } from './commands/actions.ts'
import { createClock } from './clock/clock.ts'
import { tickWhileHidden } from './clock/background-ticker.ts'
import type { RejectedCommand } from './outbox/send-pending-commands.ts'
import { lastCommandOn } from './outbox/commands-ready-to-send.ts'
import { openOutbox } from './outbox/outbox.ts'
import type { PhaseChange } from './phase-change.ts'
import { createTimerStore, type TimerData } from './store.ts'
import { adoptStoredSelection, persistTimerState, readStoredSelection } from './selection/stored-selection.ts'
import { startTimerClient, type TimerClient } from './connection/timer-client.ts'

/** The first word of every key of time entries in the cache. */
export const TIME_ENTRIES = 'time-entries'

const SIGN_OUT_TIMEOUT_MS = 2_000
/** The server, too, needs a moment to notice that a phase is over. */
const REFRESH_DELAY_MS = 1_000
/** What is over for so long the server has saved. */
const MIN_SAVED_AGE_MS = 10_000

const clock = createClock()
export const store = createTimerStore(clock, readStoredSelection())
const actions = createActions({
  store,
  clock,
  outbox: () => timerClient?.outbox,
  whenFresh: () => timerClient?.heard(),
  onAppend: () => timerClient?.tell(),
})
const rejectionListeners = new Set<(refused: RejectedCommand) => void>()
let timerClient: TimerClient | undefined

persistTimerState(store)

const isSyncEnabled = () => store.getState().isSyncEnabled

// A device on its own may stay so for long: what it has pressed is not waited for.
orderAfterTimerCommands({
  lastPendingOn: (shows) => (isSyncEnabled() ? lastCommandOn(shows, store.getState()) : undefined),
  async isPending(press) {
    if (!isSyncEnabled()) return false
    const kept = await timerClient?.outbox.read()
    return kept === undefined || kept.pending.some(({ id }) => id === press)
  },
})

/** The server's time. */
export const serverNow = clock.now

export const timerActions = {
  ...actions,
  /** A device that is on its own sends nothing and hears nothing; what it does waits until it is so no longer. */
  async setSyncEnabled(isSyncEnabled: boolean) {
    store.refresh({ isSyncEnabled })
    if (isSyncEnabled) await timerClient?.catchUp()
  },
  /** What the server has not got yet is not to be sent any more. */
  async discardPending() {
    await timerClient?.outbox.erase()
  },
}

/** Somebody knows more of the timer than this page: what they press waits for the server. */
export const markTimerStale = () => timerClient?.doubt()

/** Of all tabs of this browser, one is to make itself heard. */
export const isLeader = () => timerClient?.isLeader() ?? false

/** Hears of phases that end while this page is there. */
export const onPhaseChange = (listener: (change: PhaseChange) => void) =>
  store.onPhaseChange((change) => listener({ ...change, isLeader: isLeader() }))

/** Hears of what was done here and is void, where people would think otherwise. */
export function onCommandRejected(listener: (refused: RejectedCommand) => void) {
  rejectionListeners.add(listener)
  return () => void rejectionListeners.delete(listener)
}

const notifyRejected = (refused: RejectedCommand) => {
  for (const listener of rejectionListeners) listener(refused)
}

/** From now on the timer is that of whoever is signed in, until the returned function is called. */
export function startTimer(client: QueryClient) {
  const follow = (ending?: SessionEnding) => {
    const userId = currentUserId()
    if (userId === timerClient?.userId) return
    stopClient(ending)
    if (userId !== undefined) startClient(userId)
  }
  const unfollow = onSessionChange(follow)
  const untouch = refetchEntriesOnChange(client)
  const deafen = reconnectOnReply(client)
  const still = tickWhileHidden(store)
  follow()
  return () => {
    unfollow()
    untouch()
    deafen()
    still()
    stopClient()
  }
}

function startClient(userId: string) {
  adoptStoredSelection(store)
  timerClient = startTimerClient({
    userId,
    store,
    clock,
    outbox: openOutbox(userId),
    actions,
    onRefused: notifyRejected,
  })
}

function stopClient(ending?: SessionEnding) {
  timerClient?.end()
  if (ending === 'deleted') void timerClient?.outbox.erase()
  else if (ending !== undefined) void timerClient?.outbox.eraseIfSent()
  timerClient = undefined
  store.forget()
}

/** Tries to send what waits, for two seconds at most, and tells how much still does. */
export async function flushBeforeSignOut() {
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))
  await Promise.race([timerClient?.flush(), tooLong])
  const kept = await timerClient?.outbox.read()
  return { pending: kept?.pending.length ?? 0 }
}

/** Whatever the timer does may have made or changed a time entry, unless it was before anything was asked for. */
function refetchEntriesOnChange(client: QueryClient) {
  const openedAt = clock.now()
  let soon: ReturnType<typeof setTimeout> | undefined
  const refresh = () => [TIME_ENTRIES, ACTIVITY].map((name) => void client.invalidateQueries({ queryKey: [name] }))
  const unsubscribe = store.subscribe((after, before) => {
    if (before.device === null || !mayHaveSaved(after, before)) return
    if (before.snapshot === null && after.view.lastAt < openedAt - MIN_SAVED_AGE_MS) return
    clearTimeout(soon)
    soon = setTimeout(refresh, REFRESH_DELAY_MS)
  })
  return () => {
    clearTimeout(soon)
    unsubscribe()
  }
}

const mayHaveSaved = (after: TimerData, before: TimerData) =>
  after.snapshot?.revision !== before.snapshot?.revision || after.view.phase !== before.view.phase

/** A server that has answered anything can be reached. */
function reconnectOnReply(client: QueryClient) {
  return client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) timerClient?.nudge()
  })
}
