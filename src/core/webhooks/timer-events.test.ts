import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { IDLE, type TimerConfig, type TimerState } from '#core/timer/state.ts'
import { advance, type RunEvent, startRun, transition } from '#core/timer/transition.ts'
import { timerEventsOf } from './timer-events.ts'

const RUN = '0197a000-0000-7000-8000-000000000001'
const SUBJECT = { projectId: 'project', taskId: null, notes: '', tags: [] }
const CONFIG: TimerConfig = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 2 }
const WAITING = { ...CONFIG, autoStart: { breaks: false, work: false } }
const at = (minutes: number) => minutes * MINUTE_MS

const start = (config = CONFIG, runId = RUN) =>
  startRun({ type: 'start', at: 0, runId, subject: SUBJECT, config, isInfinite: false })
const wait = (state: TimerState, minutes: number) => advance(state, at(minutes)).state

type Action = RunEvent extends infer Event ? (Event extends RunEvent ? Omit<Event, 'at' | 'runId'> : never) : never

function act(state: TimerState, minutes: number, action: Action): TimerState {
  const result = transition(state, { ...action, at: at(minutes), runId: RUN })
  if (!result.ok) throw new Error(result.code)
  return result.state
}

const pause = (minutes: number, phase = 0) => act(wait(start(), minutes), minutes, { type: 'pause', phase })
const stop = (state: TimerState, minutes: number) =>
  act(state, minutes, { type: 'stop', save: true, phase: state.phase })

// prettier-ignore
test.each<[change: string, before: TimerState, after: TimerState, minutes: number, events: string[]]>([
  ['nothing',                      IDLE,                IDLE,                                  1, []],
  ['time alone',                   start(),             wait(start(), 5),                      5, []],
  ['a start',                      IDLE,                start(),                               0, ['started']],
  ['a start that was paused since', IDLE,               pause(3),                              4, ['started', 'paused']],
  ['a pause',                      start(),             pause(3),                              3, ['paused']],
  ['a resume',                     pause(3),            act(pause(3), 4, { type: 'resume', phase: 0 }), 4, ['resumed']],
  ['the end of a work phase',      start(),             wait(start(), 25),                    25, ['phase_ended 0 work']],
  ['the end of a break',           wait(start(), 25),   wait(start(), 30),                    30, ['phase_ended 1 break']],
  ['several phases at once',       start(),             wait(start(), 31),                    31, ['phase_ended 0 work', 'phase_ended 1 break']],
  ['a phase that waits for its user', start(WAITING),   wait(start(WAITING), 25),             25, ['phase_ended 0 work']],
  ['the begin of that phase',      wait(start(WAITING), 25), act(wait(start(WAITING), 25), 26, { type: 'resume', phase: 1 }), 26, ['resumed']],
  ['a skipped phase',              start(),             act(start(), 3, { type: 'skip', save: true, phase: 0 }), 3, ['phase_ended 0 work']],
  ['a stop',                       start(),             stop(start(), 3),                      3, ['stopped']],
  ['a stop that arrives late',     start(),             stop(start(), 3),                     40, ['stopped']],
  ['the end of the run',           wait(start(), 31),   wait(start(), 90),                    90, ['phase_ended 2 work', 'phase_ended 3 break', 'stopped']],
  ['another run',                  start(),             start(CONFIG, 'another'),              1, ['stopped', 'started']],
  ['a change of the subject',      start(),             act(start(), 1, { type: 'subject', phase: 0, change: { notes: 'x' } }), 1, []],
])('J22 the timer tells of %s', (_change, before, after, minutes, events) => {
  const told = timerEventsOf(before, after, at(minutes)).map((event) =>
    [event.type.replace('timer.', ''), ...('phase' in event ? [event.phase, event.mode] : [])].join(' '),
  )
  expect(told).toEqual(events)
})
