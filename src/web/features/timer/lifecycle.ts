import type { QueryClient } from '@tanstack/react-query'
import { orderAfterTimerCommands } from '#web/api/offline/mutation-queue.ts'
import { currentUserId, type SessionEnding, onSessionChange } from '#web/api/session.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { createActions } from './actions.ts'
import { createClock } from './clock.ts'
import { beatWhileHidden } from './heartbeat.ts'
import type { RefusedPress } from './drain.ts'
import { lastPressOn } from './order.ts'
import { openOutbox } from './outbox.ts'
import type { PhaseChange } from './phase-change.ts'
import { createTimerStore, type TimerData } from './store.ts'
import { followStored, keepStored, readChoice } from './stored-choice.ts'
import { startVisit, type Visit } from './visit.ts'

/** The first word of every key of time entries in the cache. */
export const TIME_ENTRIES = 'time-entries'

const SIGN_OUT_WAITS_MS = 2_000
/** The server, too, needs a moment to notice that a phase is over. */
const ENTRIES_SETTLE_MS = 1_000
/** What is over for so long the server has saved. */
const LONG_AGO_MS = 10_000

const clock = createClock()
export const store = createTimerStore(clock, readChoice())
const actions = createActions({
  store,
  clock,
  outbox: () => visit?.outbox,
  heard: () => visit?.heard(),
  onAppend: () => visit?.tell(),
})
const refusalListeners = new Set<(refused: RefusedPress) => void>()
let visit: Visit | undefined

keepStored(store)

const isSyncEnabled = () => store.getState().isSyncEnabled

// A device on its own may stay so for long: what it has pressed is not waited for.
orderAfterTimerCommands({
  lastPendingOn: (shows) => (isSyncEnabled() ? lastPressOn(shows, store.getState()) : undefined),
  async isPending(press) {
    if (!isSyncEnabled()) return false
    const kept = await visit?.outbox.read()
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
    if (isSyncEnabled) await visit?.catchUp()
  },
  /** What the server has not got yet is not to be sent any more. */
  async discardPending() {
    await visit?.outbox.erase()
  },
}

/** Somebody knows more of the timer than this page: what they press waits for the server. */
export const doubtTimer = () => visit?.doubt()

/** Of all tabs of this browser, one is to make itself heard. */
export const isLeader = () => visit?.isLeader() ?? false

/** Hears of phases that end while this page is there. */
export const onPhaseChange = (listener: (change: PhaseChange) => void) =>
  store.onPhaseChange((change) => listener({ ...change, isLeader: isLeader() }))

/** Hears of what was done here and is void, where people would think otherwise. */
export function onRefused(listener: (refused: RefusedPress) => void) {
  refusalListeners.add(listener)
  return () => void refusalListeners.delete(listener)
}

const tellRefused = (refused: RefusedPress) => {
  for (const listener of refusalListeners) listener(refused)
}

/** From now on the timer is that of whoever is signed in, until the returned function is called. */
export function startTimer(client: QueryClient) {
  const follow = (ending?: SessionEnding) => {
    const userId = currentUserId()
    if (userId === visit?.userId) return
    leave(ending)
    if (userId !== undefined) enter(userId)
  }
  const unfollow = onSessionChange(follow)
  const untouch = refreshEntries(client)
  const deafen = nudgeOnAnswers(client)
  const still = beatWhileHidden(store)
  follow()
  return () => {
    unfollow()
    untouch()
    deafen()
    still()
    leave()
  }
}

function enter(userId: string) {
  followStored(store)
  visit = startVisit({ userId, store, clock, outbox: openOutbox(userId), actions, onRefused: tellRefused })
}

function leave(ending?: SessionEnding) {
  visit?.end()
  if (ending === 'deleted') void visit?.outbox.erase()
  else if (ending !== undefined) void visit?.outbox.eraseIfSent()
  visit = undefined
  store.forget()
}

/** Tries to send what waits, for two seconds at most, and tells how much still does. */
export async function prepareSignOut() {
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, SIGN_OUT_WAITS_MS))
  await Promise.race([visit?.flush(), tooLong])
  const kept = await visit?.outbox.read()
  return { pending: kept?.pending.length ?? 0 }
}

/** Whatever the timer does may have made or changed a time entry, unless it was before anything was asked for. */
function refreshEntries(client: QueryClient) {
  const openedAt = clock.now()
  let soon: ReturnType<typeof setTimeout> | undefined
  const refresh = () => [TIME_ENTRIES, ACTIVITY].map((name) => void client.invalidateQueries({ queryKey: [name] }))
  const unsubscribe = store.subscribe((after, before) => {
    if (before.device === null || !mayHaveSaved(after, before)) return
    if (before.snapshot === null && after.view.lastAt < openedAt - LONG_AGO_MS) return
    clearTimeout(soon)
    soon = setTimeout(refresh, ENTRIES_SETTLE_MS)
  })
  return () => {
    clearTimeout(soon)
    unsubscribe()
  }
}

const mayHaveSaved = (after: TimerData, before: TimerData) =>
  after.snapshot?.revision !== before.snapshot?.revision || after.view.phase !== before.view.phase

/** A server that has answered anything can be reached. */
function nudgeOnAnswers(client: QueryClient) {
  return client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) visit?.nudge()
  })
}
