import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deadlineOf, elapsedAt, IDLE, type TimerConfig, type TimerState } from './state.ts'
import { totalOf } from './stretches.ts'
import { advance, type EndedPhase, type RunEvent, start, type StartEvent, transition } from './transition.ts'

const MINUTE = 60_000
const T0 = 1_700_000_000_000
const CONFIG: TimerConfig = { workMs: 25 * MINUTE, breakMs: 5 * MINUTE, repetitions: 2 }
const SUBJECT = { projectId: 'p', taskId: null, notes: '', tags: [] }
const begin = (change: Partial<StartEvent> = {}): StartEvent => ({
  type: 'start',
  at: T0,
  runId: 'r',
  subject: SUBJECT,
  config: CONFIG,
  isInfinite: false,
  ...change,
})

/** Does something at a moment, counted from the start. */
function press(state: TimerState, type: RunEvent['type'], after: number, extra: object = {}) {
  const { runId, phase } = advance(state, T0 + after).state
  return transition(state, { type, at: T0 + after, runId: runId ?? 'r', phase, ...extra } as RunEvent)
}

function pressed(state: TimerState, type: RunEvent['type'], after: number, extra: object = {}) {
  const outcome = press(state, type, after, extra)
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome
}

const RW = start(begin())
const RI = start(begin({ isInfinite: true }))
const RB = advance(RW, T0 + 25 * MINUTE).state
/** Each state of the table, and when it is looked at: ten seconds into it. */
// prettier-ignore
const STATES: Record<string, [state: TimerState, after: number]> = {
  idle:             [IDLE,                                   10_000],
  'work':           [RW,                                     10_000],
  'work, paused':   [pressed(RW, 'pause', 10_000).state,     20_000],
  'break':          [RB,                                     25 * MINUTE + 10_000],
  'break, paused':  [pressed(RB, 'pause', 25 * MINUTE + 10_000).state, 25 * MINUTE + 20_000],
  'infinite':       [RI,                                     10_000],
  'infinite, paused': [pressed(RI, 'pause', 10_000).state,   20_000],
}

const SAVE = { save: true }
const DROP = { save: false }
// prettier-ignore
const TABLE: [state: string, event: RunEvent['type'], extra: object, then: string, saved?: boolean][] = [
  ['idle',             'pause',  {},   'not-active'],
  ['idle',             'resume', {},   'not-active'],
  ['idle',             'stop',   SAVE, 'not-active'],
  ['idle',             'skip',   SAVE, 'not-active'],
  ['work',             'pause',  {},   'paused work 10'],
  ['work',             'resume', {},   'not-paused'],
  ['work',             'stop',   SAVE, 'idle work 0',     true],
  ['work',             'stop',   DROP, 'idle work 0',     false],
  ['work',             'skip',   SAVE, 'running break 0', true],
  ['work',             'skip',   DROP, 'running break 0', false],
  ['work, paused',     'pause',  {},   'not-running'],
  ['work, paused',     'resume', {},   'running work 10'],
  ['work, paused',     'stop',   SAVE, 'idle work 0',     true],
  ['work, paused',     'stop',   DROP, 'idle work 0',     false],
  ['work, paused',     'skip',   SAVE, 'running break 0', true],
  ['work, paused',     'skip',   DROP, 'running break 0', false],
  ['break',            'pause',  {},   'paused break 10'],
  ['break',            'resume', {},   'not-paused'],
  ['break',            'stop',   SAVE, 'idle work 0'],
  ['break',            'stop',   DROP, 'idle work 0'],
  ['break',            'skip',   SAVE, 'running work 0'],
  ['break, paused',    'pause',  {},   'not-running'],
  ['break, paused',    'resume', {},   'running break 10'],
  ['break, paused',    'stop',   SAVE, 'idle work 0'],
  ['break, paused',    'skip',   DROP, 'running work 0'],
  ['infinite',         'pause',  {},   'paused work 10'],
  ['infinite',         'resume', {},   'not-paused'],
  ['infinite',         'stop',   SAVE, 'idle work 0',     true],
  ['infinite',         'stop',   DROP, 'idle work 0',     false],
  ['infinite',         'skip',   SAVE, 'infinite'],
  ['infinite, paused', 'resume', {},   'running work 10'],
  ['infinite, paused', 'stop',   SAVE, 'idle work 0',     true],
  ['infinite, paused', 'skip',   SAVE, 'infinite'],
]

test.each(TABLE)('T2 %s, then %s %j: %s', (name, event, extra, then, saved) => {
  const [state, after] = STATES[name]!
  const outcome = press(state, event, after, extra)
  const { status, mode } = outcome.ok ? outcome.state : state
  const seconds = outcome.ok ? Math.floor(elapsedAt(outcome.state, T0 + after) / 1_000) : 0
  expect(outcome.ok ? `${status} ${mode} ${seconds}` : outcome.code).toBe(then)
  expect(outcome.ok ? outcome.ended.map(({ isSaved }) => isSaved) : []).toEqual(saved === undefined ? [] : [saved])
})

/** The phases of a run left alone, as they come. */
function story(config: TimerConfig) {
  const seen: string[] = []
  let state = start(begin({ config }))
  for (let due = deadlineOf(state); due !== null; due = deadlineOf(state)) {
    seen.push(`${state.mode} ${state.repetition} until ${(due - T0) / MINUTE}`)
    state = advance(state, due).state
  }
  return [...seen, `${state.status}${state.isComplete ? ', complete' : ''} at ${state.repetition}`]
}

test('T3 work is followed by its break, the last one too, and then by rest', () => {
  expect(story(CONFIG)).toEqual([
    'work 1 until 25',
    'break 1 until 30',
    'work 2 until 55',
    'break 2 until 60',
    'idle, complete at 1',
  ])
})

test('T3 without a break, work is followed by work', () => {
  expect(story({ ...CONFIG, breakMs: 0 })).toEqual(['work 1 until 25', 'work 2 until 50', 'idle, complete at 1'])
})

// prettier-ignore
test.each([
  ['stop',  999, false],
  ['stop', 1_000, true],
  ['skip',  999, false],
  ['skip', 1_000, true],
] as const)('T4 %s after %i ms saves: %s', (type, after, saved) => {
  expect(pressed(RW, type, after, SAVE).ended.map(({ isSaved }) => isSaved)).toEqual([saved])
})

// prettier-ignore
test.each([[1_000, false], [1_001, true]])('T4 a phase of %i ms that ends by itself is saved: %s', (workMs, saved) => {
  const { ended } = advance(start(begin({ config: { ...CONFIG, workMs } })), T0 + workMs)
  expect(ended.map(({ isSaved }) => isSaved)).toEqual([saved])
})

test('T5 a changed length counts from the next phase; what is worked on changes at once', () => {
  const changed = pressed(RW, 'config', MINUTE, { change: { workMs: 50 * MINUTE, breakMs: 10 * MINUTE } }).state
  expect(deadlineOf(changed)).toBe(T0 + 25 * MINUTE)
  expect(deadlineOf(advance(changed, T0 + 25 * MINUTE).state)).toBe(T0 + 35 * MINUTE)
  const { ended } = advance(pressed(changed, 'subject', 2 * MINUTE, { change: { notes: 'x' } }).state, T0 + 25 * MINUTE)
  expect(ended[0]!.subject).toEqual({ ...SUBJECT, notes: 'x' })
})

test('T6 a continued entry counts from its own start, without end', () => {
  const state = start(begin({ continues: { entryId: 'e', startedAt: T0 - 60 * MINUTE } }))
  expect(elapsedAt(state, T0 + MINUTE)).toBe(61 * MINUTE)
  expect(deadlineOf(state)).toBeNull()
  const { ended } = pressed(state, 'stop', MINUTE, SAVE)
  expect(ended[0]).toMatchObject({ entryId: 'e', isSaved: true })
  expect(totalOf(ended[0]!.stretches)).toBe(61 * MINUTE)
})

test('T7 a press that was meant for another phase is refused', () => {
  const late = transition(RW, { type: 'skip', save: true, at: T0 + 25 * MINUTE, runId: 'r', phase: 0 })
  expect(late).toEqual({ ok: false, code: 'other-phase' })
})

test('T8 the end of a run shows until somebody takes note', () => {
  const done = advance(RW, T0 + 60 * MINUTE).state
  expect(done.isComplete).toBe(true)
  expect(pressed(done, 'dismiss', 61 * MINUTE).state.isComplete).toBe(false)
})

const anyConfig = fc.record({
  workMs: fc.integer({ min: 1, max: 60 }).map((minutes) => minutes * MINUTE),
  breakMs: fc.integer({ min: 0, max: 30 }).map((minutes) => minutes * MINUTE),
  repetitions: fc.integer({ min: 1, max: 10 }),
})
const anyEvents = fc.array(
  fc.record({
    type: fc.constantFrom<RunEvent['type']>('pause', 'resume', 'stop', 'skip', 'subject', 'config', 'dismiss'),
    wait: fc.oneof(fc.integer({ min: 0, max: 2_500 }), fc.integer({ min: 0, max: 40 * MINUTE })),
    save: fc.boolean(),
    change: anyConfig,
    isInfinite: fc.boolean(),
  }),
  { maxLength: 40 },
)

function expectSound(state: TimerState, now: number) {
  expect(state.runningSince !== null).toBe(state.status === 'running')
  expect(state.runId === null).toBe(state.status === 'idle')
  if (state.status === 'idle') expect([state.mode, state.repetition, elapsedAt(state, now)]).toEqual(['work', 1, 0])
  else expect(state.subject).not.toBeNull()
  const elapsed = elapsedAt(state, now)
  expect(elapsed).toBeGreaterThanOrEqual(0)
  expect(elapsed).toBeLessThanOrEqual(state.phaseMs ?? Infinity)
  if (state.isInfinite) expect([state.phaseMs, state.mode]).toEqual([null, 'work'])
  state.stretches.forEach(([from, to], index) => {
    expect(to).toBeGreaterThan(from)
    expect(from).toBeGreaterThanOrEqual(state.stretches[index - 1]?.[1] ?? from)
  })
}

const isActive = ({ status }: TimerState) => status !== 'idle'
const MAY: Record<RunEvent['type'], (state: TimerState) => boolean> = {
  pause: ({ status }) => status === 'running',
  resume: ({ status }) => status === 'paused',
  stop: isActive,
  skip: (state) => isActive(state) && !state.isInfinite,
  subject: isActive,
  config: isActive,
  dismiss: () => true,
}

test('I10 I11 whatever is pressed, the state is sound and only what the table allows happens', () => {
  const property = fc.property(anyConfig, fc.boolean(), anyEvents, (config, isInfinite, events) => {
    let state = start(begin({ config, isInfinite }))
    let after = 0
    const ended: EndedPhase[] = []
    for (const { type, wait, save, change } of events) {
      after += wait
      const now = T0 + after
      const before = advance(state, now)
      const outcome = press(state, type, after, { save, change })
      expect(outcome.ok).toBe(MAY[type](before.state))
      if (!outcome.ok) continue
      const isEnd = type === 'stop' || type === 'skip'
      const isWorth = before.state.mode === 'work' && elapsedAt(before.state, now) >= 1_000
      const own = outcome.ended.slice(before.ended.length)
      expect(own.some(({ isSaved }) => isSaved)).toBe(isEnd && save && isWorth)
      state = outcome.state
      ended.push(...outcome.ended)
      expectSound(state, now)
    }
    expect(new Set(ended.map(({ phase }) => phase)).size).toBe(ended.length)
  })
  fc.assert(property, { numRuns: 2_000 })
})

test('I6 it does not matter how often, or how late, anybody looks', () => {
  const looks = fc.array(fc.integer({ min: 0, max: 50 * MINUTE }), { maxLength: 60 })
  const property = fc.property(anyConfig, looks, (config, waits) => {
    const first = start(begin({ config }))
    const end = waits.reduce((sum, wait) => sum + wait, T0)
    const ended: EndedPhase[] = []
    let state = first
    waits.reduce((now, wait) => {
      const step = advance(state, now + wait)
      state = step.state
      ended.push(...step.ended)
      return now + wait
    }, T0)
    expect({ state, ended }).toEqual(advance(first, end))
    const whole = config.repetitions * (config.workMs + config.breakMs)
    if (end - T0 < whole) return
    expect([state.status, state.isComplete, ended.length]).toEqual(['idle', true, config.repetitions])
    expect(ended.map(({ repetition }) => repetition)).toEqual(ended.map((_, index) => index + 1))
  })
  fc.assert(property, { numRuns: 1_000 })
})
