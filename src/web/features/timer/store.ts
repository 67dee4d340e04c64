import { createStore } from 'zustand/vanilla'
import type { TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { EMPTY_HISTORY, type TimerHistory } from '#core/timer/history.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { elapsedAt, IDLE, type TimerState } from '#core/timer/state.ts'
import type { Clock } from './clock/clock.ts'
import type { DeviceTimerState } from './outbox/device-state.ts'
import { type PhaseChange, findPhaseChange } from './phase-change.ts'
import { predictHistory } from './commands/prediction.ts'
import { isWithoutGap, type ActivePeriod, extendPeriod, wasActiveAt } from './clock/tab-activity.ts'
import { adoptRun, EMPTY_SELECTION, type Selection } from './selection/selection.ts'

export interface TimerData {
  /** What this device is called; null: it is not known yet what it has kept. */
  device: string | null
  snapshot: TimerSnapshot | null
  /** What was done here and is not on the server yet. */
  pending: readonly Command[]
  /** How many runs that touches: what a badge tells. */
  pendingRunCount: number
  /** What the server cannot read. */
  refused: readonly Command[]
  /** The timer as the server will have it once it has heard everything. */
  history: TimerHistory
  view: TimerState
  /** The server's time of this view. */
  now: number
  selection: Selection
  isSyncEnabled: boolean
  socketConnected: boolean
  /** By the clock of whoever sent what was last applied. */
  lastSyncTime: number | null
  /** False: this browser keeps nothing, so what waits is lost with the tab. */
  isDurable: boolean
  /** How far this device's clock is ahead, if that is worth telling. */
  clockSkew: number | null
}

const INITIAL_DATA: TimerData = {
  device: null,
  snapshot: null,
  pending: [],
  pendingRunCount: 0,
  refused: [],
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

/** The one place that says how the timer stands, on this page. */
export function createTimerStore(clock: Clock, chosen: Partial<TimerData> = {}) {
  const store = createStore<TimerData>()(() => ({ ...INITIAL_DATA, ...chosen }))
  const listeners = new Set<(change: Omit<PhaseChange, 'isLeader'>) => void>()
  let presence: ActivePeriod | undefined
  let tick: ReturnType<typeof setTimeout> | undefined
  let told: string | undefined

  /** Shows how things stand now, and what else has changed. */
  function refresh(change: Partial<TimerData> = {}) {
    const before = store.getState()
    const now = clock.now()
    const ledger = change.history ?? before.history
    const seen = timerStateAt(ledger, now)
    const view = ledger === before.history && isSamePhase(seen, before.view) ? before.view : seen
    const selection = adoptRun(change.selection ?? before.selection, view)
    presence = extendPeriod(presence, now)
    store.setState({ ...change, history: ledger, view, now, selection, clockSkew: clock.skew() })
    tickOn()
    const ended = findPhaseChange(before.view, view, ledger)
    if (ended !== undefined) tell(ended)
  }

  /** Once, though the server may turn the clock back to before it. */
  function tell(ended: Omit<PhaseChange, 'isLeader'>) {
    const what = `${ended.sessionKey} ${ended.to.lastAt}`
    if (what === told) return
    told = what
    for (const listener of listeners) listener(ended)
  }

  /** Only to repaint, and to let phases end by themselves: at rest nothing ticks. */
  function tickOn() {
    clearTimeout(tick)
    const { view, now } = store.getState()
    if (view.status !== 'running') return
    tick = setTimeout(refresh, 1_000 - (elapsedAt(view, now) % 1_000))
  }

  return {
    ...store,
    refresh,

    show({ device, snapshot, pending, refused }: DeviceTimerState, isDurable: boolean) {
      const before = store.getState()
      const isSame = before.device !== null && isSameLog(before, { snapshot, pending })
      const ledger = isSame ? before.history : predictHistory(snapshot, pending, clock.now())
      const waiting = new Set(pending.map(({ event }) => event.runId)).size
      refresh({ device, snapshot, pending, pendingRunCount: waiting, refused, history: ledger, isDurable })
    },

    /** At rest nothing ticks, and nothing happens by itself. */
    hasSlept: () => store.getState().view.status === 'running' && !isWithoutGap(presence, clock.now()),

    /** The moment since which the present run waits for somebody, although this page was there. */
    wronglyHeldAt() {
      const heldAt = store.getState().history.runs.at(-1)?.heldAt ?? null
      return heldAt !== null && wasActiveAt(presence, heldAt) ? heldAt : undefined
    },

    onPhaseChange(listener: (change: Omit<PhaseChange, 'isLeader'>) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    forget() {
      clearTimeout(tick)
      presence = undefined
      store.setState(INITIAL_DATA, true)
    },
  }
}

const isSamePhase = (a: TimerState, b: TimerState) =>
  a.runId === b.runId && a.phase === b.phase && a.status === b.status && a.isComplete === b.isComplete

const isSameLog = (a: Pick<TimerData, 'snapshot' | 'pending'>, b: Pick<TimerData, 'snapshot' | 'pending'>) =>
  a.snapshot?.revision === b.snapshot?.revision &&
  a.snapshot?.now === b.snapshot?.now &&
  a.pending.map(({ id }) => id).join() === b.pending.map(({ id }) => id).join()
