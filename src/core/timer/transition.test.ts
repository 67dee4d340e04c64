import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { deadlineOf, elapsedAt, IDLE, type TimerConfig, type TimerState } from './state.ts'
import { totalOf } from '#core/time/segments.ts'
import { aStartEvent, CONFIG, tryEvent, applyEvent, SUBJECT, T0 } from './testing/state-events.ts'
import { advance, type RunEvent, startRun, transition } from './transition.ts'

const RW = startRun(aStartEvent())
const RI = startRun(aStartEvent({ isInfinite: true }))
const RB = advance(RW, T0 + 25 * MINUTE_MS).state
/** Each state of the table, and when it is read: after it has run for ten seconds. */
// prettier-ignore
const STATES = {
  'idle':             [IDLE,                                             10_000],
  'work':             [RW,                                               10_000],
  'paused work':      [applyEvent(RW, 'pause', 10_000).state,               20_000],
  'break':            [RB,                                               25 * MINUTE_MS + 10_000],
  'paused break':     [applyEvent(RB, 'pause', 25 * MINUTE_MS + 10_000).state, 25 * MINUTE_MS + 20_000],
  'stopwatch':        [RI,                                               10_000],
  'paused stopwatch': [applyEvent(RI, 'pause', 10_000).state,               20_000],
} satisfies Record<string, [state: TimerState, after: number]>
type StateName = keyof typeof STATES

const SAVE = { save: true }
const LATER = { byMs: 5 * MINUTE_MS }
const DROP = { save: false }
// prettier-ignore
const TABLE: [rule: string, state: StateName, event: RunEvent['type'], extra: object, then: string, saved?: boolean][] = [
  ['T12 pause',         'idle',             'pause',  {},   'not-active'],
  ['T12 pause',         'work',             'pause',  {},   'paused work 1, 10 s'],
  ['T12 pause',         'paused work',      'pause',  {},   'not-running'],
  ['T12 pause',         'break',            'pause',  {},   'paused break 1, 10 s'],
  ['T12 pause',         'paused break',     'pause',  {},   'not-running'],
  ['T12 pause',         'stopwatch',        'pause',  {},   'paused work 1, 10 s'],
  ['T12 pause',         'paused stopwatch', 'pause',  {},   'not-running'],
  ['T13 resume',        'idle',             'resume', {},   'not-active'],
  ['T13 resume',        'work',             'resume', {},   'not-paused'],
  ['T13 resume',        'paused work',      'resume', {},   'running work 1, 10 s'],
  ['T13 resume',        'break',            'resume', {},   'not-paused'],
  ['T13 resume',        'paused break',     'resume', {},   'running break 1, 10 s'],
  ['T13 resume',        'stopwatch',        'resume', {},   'not-paused'],
  ['T13 resume',        'paused stopwatch', 'resume', {},   'running work 1, 10 s'],
  ['T14 stop and save', 'idle',             'stop',   SAVE, 'not-active'],
  ['T14 stop and save', 'work',             'stop',   SAVE, 'idle work 1, 0 s',     true],
  ['T14 stop and save', 'paused work',      'stop',   SAVE, 'idle work 1, 0 s',     true],
  ['T14 stop and save', 'break',            'stop',   SAVE, 'idle work 1, 0 s'],
  ['T14 stop and save', 'paused break',     'stop',   SAVE, 'idle work 1, 0 s'],
  ['T14 stop and save', 'stopwatch',        'stop',   SAVE, 'idle work 1, 0 s',     true],
  ['T14 stop and save', 'paused stopwatch', 'stop',   SAVE, 'idle work 1, 0 s',     true],
  ['T15 stop, no save', 'idle',             'stop',   DROP, 'not-active'],
  ['T15 stop, no save', 'work',             'stop',   DROP, 'idle work 1, 0 s',     false],
  ['T15 stop, no save', 'paused work',      'stop',   DROP, 'idle work 1, 0 s',     false],
  ['T15 stop, no save', 'break',            'stop',   DROP, 'idle work 1, 0 s'],
  ['T15 stop, no save', 'paused break',     'stop',   DROP, 'idle work 1, 0 s'],
  ['T15 stop, no save', 'stopwatch',        'stop',   DROP, 'idle work 1, 0 s',     false],
  ['T15 stop, no save', 'paused stopwatch', 'stop',   DROP, 'idle work 1, 0 s',     false],
  ['T16 skip and save', 'idle',             'skip',   SAVE, 'not-active'],
  ['T16 skip and save', 'work',             'skip',   SAVE, 'running break 1, 0 s', true],
  ['T16 skip and save', 'paused work',      'skip',   SAVE, 'running break 1, 0 s', true],
  ['T16 skip and save', 'break',            'skip',   SAVE, 'running work 2, 0 s'],
  ['T16 skip and save', 'paused break',     'skip',   SAVE, 'running work 2, 0 s'],
  ['T16 skip and save', 'stopwatch',        'skip',   SAVE, 'infinite'],
  ['T16 skip and save', 'paused stopwatch', 'skip',   SAVE, 'infinite'],
  ['T16 skip',          'idle',             'skip',   DROP, 'not-active'],
  ['T16 skip',          'work',             'skip',   DROP, 'running break 1, 0 s', false],
  ['T16 skip',          'paused work',      'skip',   DROP, 'running break 1, 0 s', false],
  ['T16 skip',          'break',            'skip',   DROP, 'running work 2, 0 s'],
  ['T16 skip',          'paused break',     'skip',   DROP, 'running work 2, 0 s'],
  ['T16 skip',          'stopwatch',        'skip',   DROP, 'infinite'],
  ['T16 skip',          'paused stopwatch', 'skip',   DROP, 'infinite'],
  ['T40 overtime',      'idle',             'extend', LATER, 'not-active'],
  ['T40 overtime',      'work',             'extend', LATER, 'running work 1, 10 s'],
  ['T40 overtime',      'paused work',      'extend', LATER, 'paused work 1, 10 s'],
  ['T40 overtime',      'break',            'extend', LATER, 'other-phase'],
  ['T40 overtime',      'paused break',     'extend', LATER, 'other-phase'],
  ['T40 overtime',      'stopwatch',        'extend', LATER, 'infinite'],
  ['T40 overtime',      'paused stopwatch', 'extend', LATER, 'infinite'],
]

const describe = (state: TimerState, after: number) =>
  `${state.status} ${state.mode} ${state.repetition}, ${Math.floor(elapsedAt(state, T0 + after) / 1_000)} s`

test.each(TABLE)('%s: %s, %s %j: %s', (_rule, name, event, extra, then, saved) => {
  const [state, after] = STATES[name]
  const outcome = tryEvent(state, event, after, extra)
  expect(outcome.ok ? describe(outcome.state, after) : outcome.code).toBe(then)
  expect(outcome.ok ? outcome.ended.map(({ isSaved }) => isSaved) : []).toEqual(saved === undefined ? [] : [saved])
})

// prettier-ignore
test.each<[StateName, string, boolean?]>([
  ['idle',             'idle work 1, 0 s'],
  ['work',             'running break 1, 250 s', true],
  ['paused work',      'paused work 1, 10 s'],
  ['break',            'running work 2, 1450 s'],
  ['paused break',     'paused break 1, 10 s'],
  ['stopwatch',        'running work 1, 1750 s'],
  ['paused stopwatch', 'paused work 1, 10 s'],
])('T17 %s without commands for 29 minutes: %s', (name, then, saved) => {
  const [before, after] = STATES[name]
  const { state, ended } = advance(before, T0 + after + 29 * MINUTE_MS)
  expect(describe(state, after + 29 * MINUTE_MS)).toBe(then)
  expect(ended.map(({ isSaved }) => isSaved)).toEqual(saved === undefined ? [] : [saved])
})

const NAMES = Object.keys(STATES) as StateName[]
const ACTIVE = NAMES.filter((name) => name !== 'idle')

test.each(ACTIVE)('T18 %s: a subject event changes the subject and nothing else', (name) => {
  const [state, after] = STATES[name]
  const { state: then, ended } = applyEvent(state, 'subject', after, { change: { projectId: 'q', notes: 'x' } })
  expect(then).toEqual({ ...state, subject: { ...SUBJECT, projectId: 'q', notes: 'x' }, lastAt: T0 + after })
  expect(ended).toEqual([])
})

test.each(ACTIVE)('T5 %s: a config event does not move the end of the running phase', (name) => {
  const [state, after] = STATES[name]
  const change = { workMs: MINUTE_MS, breakMs: 0, repetitions: 1 }
  const { state: then, ended } = applyEvent(state, 'config', after, { change })
  expect(then).toEqual({ ...state, config: change, lastAt: T0 + after })
  expect(ended).toEqual([])
})

test.each(['subject', 'config'] as const)('T18 an idle timer refuses a %s event', (event) => {
  expect(tryEvent(IDLE, event, 10_000, { change: {} })).toEqual({ ok: false, code: 'not-active' })
})

test.each(NAMES)('T8 %s: dismissing the message changes nothing else', (name) => {
  const [state, after] = STATES[name]
  expect(applyEvent({ ...state, isComplete: true }, 'dismiss', after)).toEqual({
    ok: true,
    state: { ...state, lastAt: T0 + after },
    ended: [],
  })
})

/** The phases of a run without commands, in order. */
function listPhases(config: TimerConfig) {
  const seen: string[] = []
  let state = startRun(aStartEvent({ config }))
  for (let due = deadlineOf(state); due !== null; due = deadlineOf(state)) {
    seen.push(`${state.mode} ${state.repetition} until ${(due - T0) / MINUTE_MS}`)
    state = advance(state, due).state
  }
  return [...seen, `${state.status}${state.isComplete ? ', complete' : ''} at ${state.repetition}`]
}

test('T3 every work phase is followed by its break, the last one too, and then the run is over', () => {
  expect(listPhases(CONFIG)).toEqual([
    'work 1 until 25',
    'break 1 until 30',
    'work 2 until 55',
    'break 2 until 60',
    'idle, complete at 1',
  ])
})

test('T3 without breaks a work phase is followed by the next one', () => {
  expect(listPhases({ ...CONFIG, breakMs: 0 })).toEqual(['work 1 until 25', 'work 2 until 50', 'idle, complete at 1'])
  const unbroken = startRun(aStartEvent({ config: { ...CONFIG, breakMs: 0 } }))
  for (const { state } of [applyEvent(unbroken, 'skip', MINUTE_MS, SAVE), advance(unbroken, T0 + 25 * MINUTE_MS)])
    expect(state).toMatchObject({ mode: 'work', repetition: 2, phase: 1, phaseMs: 25 * MINUTE_MS })
})

// prettier-ignore
test.each([
  ['stop',  999, false],
  ['stop', 1_000, true],
  ['skip',  999, false],
  ['skip', 1_000, true],
] as const)('T4 %s after %i ms saves: %s', (type, after, saved) => {
  expect(applyEvent(RW, type, after, SAVE).ended.map(({ isSaved }) => isSaved)).toEqual([saved])
})

test('T4 a run that is stopped in the moment of its start leaves no focus session', () => {
  expect(applyEvent(RW, 'stop', 0, SAVE).ended).toEqual([])
})

// prettier-ignore
test.each([[1_000, false], [1_001, true]])('T4 a phase of %i ms that ends by itself is saved: %s', (workMs, saved) => {
  const { ended } = advance(startRun(aStartEvent({ config: { ...CONFIG, workMs } })), T0 + workMs)
  expect(ended.map(({ isSaved }) => isSaved)).toEqual([saved])
})

test('T5 a changed length counts from the next phase, T18 a changed subject for the whole present phase', () => {
  const changed = applyEvent(RW, 'config', MINUTE_MS, {
    change: { workMs: 50 * MINUTE_MS, breakMs: 10 * MINUTE_MS },
  }).state
  expect(deadlineOf(changed)).toBe(T0 + 25 * MINUTE_MS)
  expect(deadlineOf(advance(changed, T0 + 25 * MINUTE_MS).state)).toBe(T0 + 35 * MINUTE_MS)
  const { ended } = advance(
    applyEvent(changed, 'subject', 2 * MINUTE_MS, { change: { notes: 'x' } }).state,
    T0 + 25 * MINUTE_MS,
  )
  expect(ended[0]!.subject).toEqual({ ...SUBJECT, notes: 'x' })
})

test('T6 a continued entry counts from its own start, without end', () => {
  const state = startRun(aStartEvent({ continues: { entryId: 'e', startedAt: T0 - 60 * MINUTE_MS } }))
  expect(elapsedAt(state, T0 + MINUTE_MS)).toBe(61 * MINUTE_MS)
  expect(deadlineOf(state)).toBeNull()
  const { ended } = applyEvent(state, 'stop', MINUTE_MS, SAVE)
  expect(ended[0]).toMatchObject({ entryId: 'e', isSaved: true })
  expect(totalOf(ended[0]!.segments)).toBe(61 * MINUTE_MS)
})

test.each([0, 1])('T6 an entry that begins %i ms after the run, because of a wrong clock, adds no time', (later) => {
  const state = startRun(aStartEvent({ continues: { entryId: 'e', startedAt: T0 + later } }))
  expect(state).toMatchObject({ entryId: 'e', isInfinite: true, segments: [], runningSince: T0 })
})

test('T2 the default is four times 25 minutes with breaks of five', () => {
  expect(IDLE.config).toEqual({ workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 4 })
})

test('T7 a command for another phase is refused', () => {
  const late = transition(RW, { type: 'skip', save: true, at: T0 + 25 * MINUTE_MS, runId: 'r', phase: 0 })
  expect(late).toEqual({ ok: false, code: 'other-phase' })
})

test('T8 the end of a run is shown until the user dismisses it', () => {
  const done = advance(RW, T0 + 60 * MINUTE_MS).state
  expect(done.isComplete).toBe(true)
  expect(applyEvent(done, 'dismiss', 61 * MINUTE_MS).state.isComplete).toBe(false)
})
