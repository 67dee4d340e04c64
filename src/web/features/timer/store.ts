import { createStore } from 'zustand/vanilla'
import type { TimerSnapshot } from '#contract/timer.ts'
import { EMPTY_HISTORY, startEventOf, type TimerHistory } from '#core/timer/history.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { elapsedAt, IDLE, type TimerState } from '#core/timer/state.ts'
import type { SyncState } from '#web/sync/outbox.ts'
import type { Clock } from './clock/clock.ts'
import { type ActivePeriod, extendPeriod, isWithoutGap, wasActiveAt } from './clock/tab-activity.ts'
import { type PendingCommand, predictHistory } from '#core/timer/device/prediction.ts'
import { pendingOf, timerOf } from './commands/stored-commands.ts'
import { countUnsentSessions } from './commands/unsent-sessions.ts'
import { findPhaseChange, type PhaseChange } from './phase-change.ts'
import { adoptRun, EMPTY_SELECTION, type Selection, withoutDetails } from './selection/selection.ts'

export interface TimerData {
  /** This device's id; null until the stored state was read. */
  device: string | null
  snapshot: TimerSnapshot | null
  /** Commands that the server has not acknowledged. */
  pending: readonly PendingCommand[]
  /** How many focus sessions wait to be saved. */
  unsentSessionCount: number
  /** The history that the server will have after the pending commands. */
  history: TimerHistory
  view: TimerState
  /** The server's time at which `view` was computed. */
  now: number
  selection: Selection
  isSyncEnabled: boolean
  socketConnected: boolean
  /** When the last applied snapshot was sent, by the clock of its sender. */
  lastSyncTime: number | null
  /** False if pending commands are only in memory, and lost with the tab. */
  isDurable: boolean
  /** How far this device's clock is ahead; null if that is too little to show. */
  clockSkew: number | null
}

const INITIAL_DATA: TimerData = {
  device: null,
  snapshot: null,
  pending: [],
  unsentSessionCount: 0,
  history: EMPTY_HISTORY,
  view: IDLE,
  now: 0,
  selection: EMPTY_SELECTION,
  isSyncEnabled: true,
  socketConnected: false,
  lastSyncTime: null,
  isDurable: true,
  clockSkew: null,
}

export type TimerStore = ReturnType<typeof createTimerStore>

/** Holds the timer's data of this page, and recomputes it every second while the timer runs. */
export function createTimerStore(clock: Clock, initial: Partial<TimerData> = {}) {
  const store = createStore<TimerData>()(() => ({ ...INITIAL_DATA, ...initial }))
  const listeners = new Set<(change: Omit<PhaseChange, 'isLeader'>) => void>()
  let activePeriod: ActivePeriod | undefined
  let tick: ReturnType<typeof setTimeout> | undefined
  let lastNotified: string | undefined

  /** Applies a change and recomputes the timer's state for the present time. */
  function refresh(change: Partial<TimerData> = {}) {
    const before = store.getState()
    const after = applyChange(before, change, clock.now())
    activePeriod = extendPeriod(activePeriod, after.now)
    store.setState({ ...after, clockSkew: clock.skew() })
    scheduleTick()
    const ended = findPhaseChange(before.view, after.view, after.history)
    if (ended !== undefined) notify(ended)
  }

  /** Notifies once for each phase, even if the server sets the clock back to before its end. */
  function notify(ended: Omit<PhaseChange, 'isLeader'>) {
    const key = `${ended.phaseKey} ${ended.to.lastAt}`
    if (key === lastNotified) return
    lastNotified = key
    for (const listener of listeners) listener(ended)
  }

  /** Each tick updates the time and ends a phase that is due. Only a running timer ticks. */
  function scheduleTick() {
    clearTimeout(tick)
    const { view, now } = store.getState()
    if (view.status !== 'running') return
    tick = setTimeout(refresh, 1_000 - (elapsedAt(view, now) % 1_000))
  }

  return {
    ...store,
    refresh,

    /** Shows the timer as stored on this device, with its pending commands. */
    showStored({ isRead, data, isDurable }: SyncState) {
      const timer = timerOf(data)
      if (!isRead || timer === undefined) return
      clock.restoreOffset(timer.clockOffset)
      const [before, pending, { device, snapshot }] = [store.getState(), pendingOf(data), timer]
      const isSame = before.device !== null && isSameLog(before, { snapshot, pending })
      const history = isSame ? before.history : predictHistory(snapshot, pending, clock.now())
      refresh({ device, snapshot, pending, history, isDurable })
    },

    /** Whether the page missed ticks of a running timer. */
    hasSlept: () => store.getState().view.status === 'running' && !isWithoutGap(activePeriod, clock.now()),

    /** The time of the present run's hold, if this page was active then and the hold is therefore wrong. */
    wronglyHeldAt() {
      const heldAt = store.getState().history.runs.at(-1)?.heldAt ?? null
      return heldAt !== null && wasActiveAt(activePeriod, heldAt) ? heldAt : undefined
    },

    onPhaseChange(listener: (change: Omit<PhaseChange, 'isLeader'>) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    reset(initial: Partial<TimerData> = {}) {
      clearTimeout(tick)
      activePeriod = undefined
      store.setState({ ...INITIAL_DATA, ...initial }, true)
    },
  }
}

/** The data after a change, with everything that follows from it and from the time. */
function applyChange(before: TimerData, change: Partial<TimerData>, now: number): TimerData {
  const changed = { ...before, ...change }
  const { history } = changed
  const current = timerStateAt(history, now)
  const isSame = history === before.history && isSamePhase(current, before.view)
  const view = isSame ? before.view : current
  const adopted = adoptRun(changed.selection, view)
  const selection = hasRunEnded(before, { history, view }) ? withoutDetails(adopted) : adopted
  const isSameCount = isSame && change.pending === undefined
  const unsentSessionCount = isSameCount ? before.unsentSessionCount : countUnsentSessions(changed, now)
  return { ...changed, view, now, selection, unsentSessionCount }
}

type ShownRun = Pick<TimerData, 'history' | 'view'>

/** Whether a run is over that was shown before. A start that was rolled back leaves no run, or only earlier ones. */
function hasRunEnded(before: ShownRun, after: ShownRun) {
  const [shown, latest] = [before.history.runs.at(-1), after.history.runs.at(-1)]
  if (before.view.status === 'idle' || after.view.status !== 'idle') return false
  return shown !== undefined && latest !== undefined && startEventOf(latest).at >= startEventOf(shown).at
}

const isSamePhase = (a: TimerState, b: TimerState) =>
  a.runId === b.runId && a.phase === b.phase && a.status === b.status && a.isComplete === b.isComplete

const isSameLog = (a: Pick<TimerData, 'snapshot' | 'pending'>, b: Pick<TimerData, 'snapshot' | 'pending'>) =>
  a.snapshot?.revision === b.snapshot?.revision &&
  a.snapshot?.now === b.snapshot?.now &&
  a.pending.map(({ id }) => id).join() === b.pending.map(({ id }) => id).join()
