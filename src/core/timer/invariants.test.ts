import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Command } from './command.ts'
import { focusSessionsAt } from './focus-sessions.ts'
import { EMPTY_HISTORY, lastCommandIdOf, type TimerHistory } from './history.ts'
import { mergeCommand } from './merge-command.ts'
import { timerStateAt } from './replay.ts'
import { breakMsAfter, deadlineOf, elapsedAt, type TimerState } from './state.ts'
import { totalOf } from '#core/time/segments.ts'
import { aStartEvent, tryEvent, T0 } from './testing/state-events.ts'
import { advance, type EndedPhase, type RunEvent, startRun, type TimerEvent } from './transition.ts'

/** A fixed seed. Mutation tests use fewer runs, which are enough to find a mutant. */
const RUNS = { seed: 2_026, ...(process.env['MUTATE'] ? { numRuns: 50, endOnFailure: true } : { numRuns: 2_000 }) }

const mostly = fc.nat(3).map((number) => number > 0)
const anyConfig = fc.record({
  workMs: fc.integer({ min: 1, max: 60 }).map((minutes) => minutes * MINUTE_MS),
  breakMs: fc.integer({ min: 0, max: 30 }).map((minutes) => minutes * MINUTE_MS),
  repetitions: fc.integer({ min: 1, max: 10 }),
  longBreak: fc.option(fc.record({ ms: fc.constant(15 * MINUTE_MS), every: fc.integer({ min: 2, max: 4 }) }), {
    freq: 2,
  }),
  autoStart: fc.record({ breaks: mostly, work: mostly }),
})
const anyStart = fc.record({
  config: anyConfig,
  isInfinite: fc.boolean(),
  continues: fc.option(fc.constant({ entryId: 'e', startedAt: T0 - 60 * MINUTE_MS }), { nil: undefined, freq: 4 }),
})
const anyWait = fc.oneof(fc.integer({ min: 0, max: 2_500 }), fc.integer({ min: 0, max: 40 * MINUTE_MS }))
const anyEvent = fc.record({
  type: fc.constantFrom<RunEvent['type']>(
    'pause',
    'resume',
    'stop',
    'skip',
    'subject',
    'config',
    'begin',
    'extend',
    'dismiss',
  ),
  byMs: fc.option(fc.constant(5 * MINUTE_MS), { freq: 3 }),
  wait: anyWait,
  save: fc.boolean(),
  change: anyConfig,
  startedAt: fc.integer({ min: T0 - 120 * MINUTE_MS, max: T0 + 120 * MINUTE_MS }),
})
const anyEvents = fc.array(anyEvent, { maxLength: 40 })

function expectValidState(state: TimerState) {
  expect(state.runningSince !== null).toBe(state.status === 'running')
  expect(state.runId === null).toBe(state.status === 'idle')
  const { mode, repetition, phase, segments, entryId, isInfinite } = state
  if (state.status === 'idle')
    expect({ mode, repetition, phase, segments, entryId, isInfinite }).toEqual({
      mode: 'work',
      repetition: 1,
      phase: 0,
      segments: [],
      entryId: null,
      isInfinite: false,
    })
  else expect([state.subject === null, state.isComplete]).toEqual([false, false])
  if (isInfinite) expect([state.phaseMs, mode]).toEqual([null, 'work'])
}

const isActive = ({ status }: TimerState) => status !== 'idle'
/** Which events each state accepts. */
const IS_ALLOWED: Record<Exclude<TimerEvent['type'], 'undo'>, (state: TimerState) => boolean> = {
  start: ({ status }) => status !== 'running',
  pause: ({ status }) => status === 'running',
  resume: ({ status }) => status === 'paused',
  stop: isActive,
  skip: (state) => isActive(state) && !state.isInfinite,
  subject: isActive,
  config: isActive,
  begin: (state) => isActive(state) && state.mode === 'work' && state.entryId === null,
  extend: (state) => isActive(state) && state.mode === 'work' && !state.isInfinite,
  dismiss: () => true,
}

test('any sequence of events leaves a valid state', () => {
  const property = fc.property(anyStart, anyEvents, (change, events) => {
    let state = startRun(aStartEvent(change))
    let after = 0
    for (const { wait, type, ...extra } of events) {
      after += wait
      expectValidState(advance(state, T0 + after).state)
      const outcome = tryEvent(state, type, after, extra)
      if (outcome.ok) state = outcome.state
      expectValidState(state)
    }
  })
  fc.assert(property, RUNS)
})

test('a state accepts exactly the events of the table, and saves only phases that are long enough', () => {
  const property = fc.property(anyStart, anyEvents, (change, events) => {
    let state = startRun(aStartEvent(change))
    let after = 0
    const ended: EndedPhase[] = []
    for (const { wait, type, ...extra } of events) {
      after += wait
      const before = advance(state, T0 + after)
      const outcome = tryEvent(state, type, after, extra)
      expect(outcome.ok).toBe(IS_ALLOWED[type](before.state))
      if (!outcome.ok) continue
      const isEnd = type === 'stop' || type === 'skip'
      const isWorth = before.state.mode === 'work' && elapsedAt(before.state, T0 + after) >= 1_000
      const own = outcome.ended.slice(before.ended.length)
      expect(own.some(({ isSaved }) => isSaved)).toBe(isEnd && extra.save && isWorth)
      state = outcome.state
      ended.push(...outcome.ended)
    }
    expect(new Set(ended.map(({ phase }) => phase)).size).toBe(ended.length)
  })
  fc.assert(property, RUNS)
})

test('I5 elapsed time neither decreases nor exceeds the phase, and a phase that ends by itself has its whole length', () => {
  const property = fc.property(anyStart, anyEvents, (change, events) => {
    let state = startRun(aStartEvent(change))
    let after = 0
    for (const { wait, type, ...extra } of events) {
      const elapsed = elapsedAt(state, T0 + after)
      after += wait
      expect(elapsedAt(state, T0 + after)).toBeGreaterThanOrEqual(elapsed)
      state = advanceStepwise(state, T0 + after)
      const outcome = tryEvent(state, type, after, extra)
      for (const { segments } of outcome.ok ? outcome.ended : [])
        expect(totalOf(segments)).toBe(elapsedAt(state, T0 + after))
      if (outcome.ok) state = outcome.state
      expect(elapsedAt(state, T0 + after)).toBeGreaterThanOrEqual(0)
      expect(elapsedAt(state, T0 + after)).toBeLessThanOrEqual(state.phaseMs ?? Infinity)
      state.segments.forEach(([from, to], index) => {
        expect(to).toBeGreaterThan(from)
        expect(from).toBeGreaterThanOrEqual(state.segments[index - 1]?.[1] ?? from)
      })
    }
  })
  fc.assert(property, RUNS)
})

/** Ends one phase after the other, each at its deadline. */
function advanceStepwise(state: TimerState, now: number) {
  for (let due = deadlineOf(state); due !== null && due <= now; due = deadlineOf(state)) {
    const { mode, phaseMs } = state
    const step = advance(state, due)
    expect(step.ended.map(({ segments }) => totalOf(segments))).toEqual(mode === 'work' ? [phaseMs] : [])
    state = step.state
  }
  return state
}

test('I6 the result does not depend on how often, or how late, the state is read', () => {
  const reads = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 })
  const property = fc.property(anyStart, anyEvents, reads, anyWait, (change, events, reads, last) => {
    const all = [...events, { type: 'dismiss' as const, wait: 4 * last }]
    const replay = (read: (state: TimerState, after: number, wait: number) => ReturnType<typeof advance>) => {
      let state = startRun(aStartEvent(change))
      let after = 0
      const ended: EndedPhase[] = []
      for (const { type, wait, ...extra } of all) {
        const seen = read(state, after, wait)
        after += wait
        const outcome = tryEvent(seen.state, type, after, extra)
        state = outcome.ok ? outcome.state : seen.state
        ended.push(...seen.ended, ...(outcome.ok ? outcome.ended : []))
      }
      const rest = advance(state, T0 + after)
      return { state: rest.state, ended: [...ended, ...rest.ended] }
    }
    const often = replay((state, after, wait) => {
      const ended: EndedPhase[] = []
      for (const part of reads.toSorted((a, b) => a - b)) {
        const step = advance(state, T0 + after + Math.floor(part * wait))
        state = step.state
        ended.push(...step.ended)
      }
      return { state, ended }
    })
    expect(often).toEqual(replay((state) => ({ state, ended: [] })))
  })
  fc.assert(property, RUNS)
})

test('I6 a run without commands completes all its repetitions in order', () => {
  const property = fc.property(anyConfig, (anyConfig) => {
    const config = { ...anyConfig, autoStart: { breaks: true, work: true } }
    const breaks = Array.from({ length: config.repetitions }, (_, index) => breakMsAfter(config, index + 1))
    const whole = breaks.reduce((sum, ms) => sum + config.workMs + ms, 0)
    const { state, ended } = advance(startRun(aStartEvent({ config })), T0 + whole)
    expect([state.status, state.isComplete, state.lastAt]).toEqual(['idle', true, T0 + whole])
    expect(ended.map(({ repetition }) => repetition)).toEqual(
      Array.from({ length: config.repetitions }, (_, index) => index + 1),
    )
  })
  fc.assert(property, { ...RUNS, numRuns: RUNS.numRuns / 10 })
})

/** A command of the only device, which knows every other command. */
function createCommand(
  history: TimerHistory,
  sequence: number,
  given: { type: TimerEvent['type'] },
  at: number,
): Command {
  const live = history.runs.at(-1)
  const { phase } = timerStateAt(history, at)
  const runId = `00000000-0000-7000-8000-${String(sequence).padStart(8, '0')}0000`
  const event = {
    ...aStartEvent({ runId }),
    phase,
    ...given,
    at,
    ...(given.type !== 'start' && { runId: live?.id ?? runId }),
  }
  const base = live ? lastCommandIdOf(live) : null
  return { id: `c${sequence}`, device: 'd', sequence, base, sawWait: false, event: event as TimerEvent }
}

test('I7 a refused command changes nothing, an accepted one raises the revision, and the table holds for whole runs', () => {
  const starts = fc.record({ type: fc.constant('start' as const), wait: anyWait, isInfinite: fc.boolean() })
  const events = fc.array(fc.oneof(starts, anyEvent, anyEvent), { maxLength: 40 })
  const property = fc.property(events, (events) => {
    let history = EMPTY_HISTORY
    let now = T0
    events.forEach(({ wait, ...event }, index) => {
      now += wait
      const command = createCommand(history, index + 1, event, now)
      const isLegal =
        IS_ALLOWED[event.type](timerStateAt(history, now)) && (event.type === 'start' || history.runs.length > 0)
      const after = mergeCommand(history, command, now)
      expect(after.ack?.isAccepted).toBe(isLegal)
      const sequences = { d: index + 1 }
      if (isLegal) expect(after.history).toMatchObject({ sequences, revision: history.revision + 1 })
      else expect(after.history).toEqual({ ...history, sequences })
      history = after.history
      expectValidState(timerStateAt(history, now))
      expect(mergeCommand(history, command, now)).toEqual({ history, ack: undefined })
    })
    const keys = focusSessionsAt(history, now).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })
  fc.assert(property, RUNS)
})
