import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Command,
  EMPTY_LEDGER,
  entryIdOf,
  holdForAbsent,
  type Ledger,
  receive,
  sessionKey,
  sessionsAt,
  viewAt,
} from './merge.ts'
import type { RunEvent, StartEvent } from './transition.ts'
import { simulate } from './testing/simulation.ts'
import { anySteps, SCENARIOS } from './testing/steps.ts'

const MINUTE = 60_000
const TEN = Date.UTC(2026, 2, 2, 10)
const at = (minute: number) => TEN + minute * MINUTE
const minutesOf = (time: number) => (time - TEN) / MINUTE
const R = '018f0000-0000-7000-8000-00000000a000'
const R2 = '018f0000-0000-7000-8000-00000000b000'
const CONFIG = { workMs: 25 * MINUTE, breakMs: 5 * MINUTE, repetitions: 2 }

const starts = (minute: number, runId = R, extra: Partial<StartEvent> = {}): StartEvent => ({
  type: 'start',
  at: at(minute),
  runId,
  subject: { projectId: 'p', taskId: null, notes: '', tags: [] },
  config: CONFIG,
  isInfinite: false,
  ...extra,
})
const does = (minute: number, type: RunEvent['type'], extra: object = {}) =>
  ({ type, at: at(minute), runId: R, phase: 0, ...extra }) as RunEvent

/** Commands as they reach the server, each with what its device knew. */
function arrive(...arrivals: [device: string, event: Command['event'], base: string | null, arrivesAt?: number][]) {
  let ledger: Ledger = EMPTY_LEDGER
  const sequences: Record<string, number> = {}
  const codes: string[] = []
  arrivals.forEach(([device, event, base, arrivesAt], index) => {
    sequences[device] = (sequences[device] ?? 0) + 1
    const command = { id: `c${index}`, device, sequence: sequences[device], base, event }
    const received = receive(ledger, command, arrivesAt === undefined ? event.at : at(arrivesAt))
    ledger = received.ledger
    codes.push(received.ack?.isAccepted ? (received.ack.code ?? 'taken') : (received.ack?.code ?? 'again'))
  })
  return { ledger, codes }
}

const saved = (ledger: Ledger, minute: number) =>
  sessionsAt(ledger, at(minute))
    .filter(({ status }) => status === 'saved')
    .toReversed()
    .map(({ stretches }) => stretches.map(([from, to]) => `${minutesOf(from)}-${minutesOf(to)}`).join(' '))
const status = (ledger: Ledger, minute: number) => viewAt(ledger, at(minute)).status

const stopB = (minute: number): [string, Command['event'], string, number] => [
  'B',
  does(minute, 'stop', { save: true }),
  'c0',
  30,
]

// Run started 10:00 on A; B, offline from 10:02, presses something that arrives at 10:30.
// prettier-ignore
test.each<[string, Parameters<typeof arrive>, string, string[], string]>([
  ['stop at 10:10 while A is paused since 10:05',
    [['A', starts(0), null], ['A', does(5, 'pause'), 'c0'], stopB(10)],                                           'taken',       ['0-5'],  'idle'],
  ['stop at 10:03, before A paused at 10:05',
    [['A', starts(0), null], ['A', does(5, 'pause'), 'c0'], stopB(3)],                                            'stale',       [],       'paused'],
  ['stop at 10:10, but A resumed at 10:20',
    [['A', starts(0), null], ['A', does(5, 'pause'), 'c0'], ['A', does(20, 'resume'), 'c1'], stopB(10)],          'stale',       [],       'running'],
  ['stop at 10:10, but A stopped and saved at 10:08',
    [['A', starts(0), null], ['A', does(5, 'pause'), 'c0'], ['A', does(8, 'stop', { save: true }), 'c1'], stopB(10)],  'not-active', ['0-5'], 'idle'],
  ['stop at 10:10, but A threw it away at 10:08',
    [['A', starts(0), null], ['A', does(5, 'pause'), 'c0'], ['A', does(8, 'stop', { save: false }), 'c1'], stopB(10)], 'resurrected', ['0-5'], 'idle'],
  ['stop at 10:10, and by itself it was saved at 10:25',
    [['A', starts(0), null], stopB(10)],                                                                          'taken',       ['0-10'], 'idle'],
  ['pause at 10:10, but A started anew at 10:20',
    [['A', starts(0), null], ['A', starts(20, R2), null], ['B', does(10, 'pause'), 'c0', 30]],                   'taken',       ['0-10'], 'running'],
  ['pause at 10:22 of what A had left at 10:20 for something new',
    [['A', starts(0), null], ['A', starts(20, R2), null], ['B', does(22, 'pause'), 'c0', 30]],                   'taken',       ['0-20'], 'running'],
  ['pause at 10:22 of what A had left at 10:20 for something that A stopped at 10:21',
    [['A', starts(0), null], ['A', starts(20, R2), null], ['A', { type: 'stop', save: true, at: at(21), runId: R2, phase: 0 }, 'c1'], ['B', does(22, 'pause'), 'c0', 30]],
                                                                                                                  'taken',       ['0-20 21-22', '20-21'], 'idle'],
  ['resume at 10:08 after a pause at 10:05, though A, who knew of neither, stopped at 10:10',
    [['A', starts(0), null], ['B', does(5, 'pause'), 'c0'], ['A', does(10, 'stop', { save: true }), 'c0'], ['B', does(8, 'resume'), 'c1', 30]],
                                                                                                                  'taken',       ['0-5 8-10'], 'idle'],
  ['pause at 10:03, though A stopped at 10:10',
    [['A', starts(0), null], ['A', does(10, 'stop', { save: true }), 'c0'], ['B', does(3, 'pause'), 'c0', 30]],   'stale',       ['0-10'], 'idle'],
  ['resume with a clock so wrong that it lies before the start',
    [['A', starts(0), null], ['A', does(5, 'pause'), 'c0'], ['B', does(-3, 'resume'), 'c0', 30]],                 'stale',       [],       'paused'],
])('T9 %s', (_what, arrivals, code, sessions, then) => {
  const { ledger, codes } = arrive(...arrivals)
  expect(codes.at(-1)).toBe(code)
  expect(saved(ledger, 30)).toEqual(sessions)
  expect(status(ledger, 30)).toBe(then)
})

test('T9 a note that comes late is kept, but not over a later one', () => {
  const noted = (notes: string, taskId?: string) => ({ change: { notes, ...(taskId && { taskId }) } })
  const { ledger, codes } = arrive(
    ['A', starts(0), null],
    ['A', does(5, 'subject', noted('later')), 'c0'],
    ['B', does(3, 'subject', noted('earlier', 'task')), 'c0', 9],
  )
  expect(codes).toEqual(['taken', 'taken', 'taken'])
  expect(viewAt(ledger, at(10)).subject).toMatchObject({ notes: 'later', taskId: 'task' })
})

test('T9 two runs started apart: the older ends where the newer begins, and nothing is counted twice', () => {
  const { ledger, codes } = arrive(['A', starts(5, R2), null], ['B', starts(0), null, 30])
  expect(codes).toEqual(['taken', 'taken'])
  expect(viewAt(ledger, at(30)).runId).toBe(R2)
  expect(saved(ledger, 31)).toEqual(['0-5', '5-30'])
})

test('T9 who sees that the timer runs cannot start it again', () => {
  expect(arrive(['A', starts(0), null], ['B', starts(5, R2), 'c0']).codes).toEqual(['taken', 'already-running'])
})

test('T9 a run is started once', () => {
  expect(arrive(['A', starts(0), null], ['B', starts(1), null]).codes).toEqual(['taken', 'run-exists'])
})

test('T9 a run that nobody started cannot be stopped', () => {
  expect(arrive(['A', does(1, 'stop', { save: true }), null]).codes).toEqual(['unknown-run'])
})

test('T9 a new run of somebody who knew of the old one begins after its last event, whatever the clock says', () => {
  const { ledger } = arrive(
    ['A', starts(0), null],
    ['A', does(10, 'stop', { save: true }), 'c0'],
    ['B', starts(8, R2), 'c1', 12],
  )
  expect(saved(ledger, 12)).toEqual(['0-10'])
  expect(viewAt(ledger, at(12)).runningSince).toBe(at(10))
})

test('T9 no press lies in the future', () => {
  const { ledger } = arrive(['A', starts(10), null, 5])
  expect(viewAt(ledger, at(6)).runningSince).toBe(at(5))
})

test('T9 an infinite timer that is paused and left for a new one is saved', () => {
  const { ledger } = arrive(
    ['A', starts(0, R, { isInfinite: true }), null],
    ['A', does(7, 'pause'), 'c0'],
    ['A', starts(9, R2), 'c1'],
  )
  expect(saved(ledger, 10)).toEqual(['0-7'])
})

test('I1 a command that comes again, or too early, changes nothing', () => {
  const { ledger } = arrive(['A', starts(0), null])
  const again = { id: 'c0', device: 'A', sequence: 1, base: null, event: starts(0) }
  expect(receive(ledger, again, at(1))).toEqual({ ledger, ack: undefined })
  const early = { id: 'c2', device: 'A', sequence: 3, base: 'c1', event: does(2, 'pause') }
  expect(receive(ledger, early, at(2))).toEqual({ ledger, ack: undefined })
})

test('T10 nobody there: the running phase ends by itself, the next work waits', () => {
  const { ledger } = arrive(['A', starts(0), null])
  const held = holdForAbsent(ledger, at(90), at(12))
  expect(held.revision).toBe(ledger.revision + 1)
  expect(saved(held, 90)).toEqual(['0-25'])
  expect(viewAt(held, at(90))).toMatchObject({ status: 'paused', mode: 'work', repetition: 2, stretches: [] })
  const resumed = receive(
    held,
    { id: 'c1', device: 'A', sequence: 2, base: 'c0', event: does(95, 'resume', { phase: 2 }) },
    at(95),
  )
  expect(saved(resumed.ledger, 125)).toEqual(['0-25', '95-120'])
})

// prettier-ignore
test.each([
  ['somebody was there when work began', 31, 20],
  ['work has not begun',                 28, 0],
])('T10 nothing waits: %s', (_why, now, lastSeen) => {
  const { ledger } = arrive(['A', starts(0), null])
  expect(holdForAbsent(ledger, at(now), at(lastSeen === 20 ? 30 : lastSeen))).toBe(ledger)
})

test('T11 a continued entry has all the time from its start that nothing else counts', () => {
  const first = entryIdOf({ runId: R, phase: 0 })
  const { ledger } = arrive(
    ['A', starts(0), null],
    ['A', does(10, 'stop', { save: true }), 'c0'],
    ['A', starts(12, R2), 'c1'],
    ['A', { type: 'stop', save: true, at: at(15), runId: R2, phase: 0 }, 'c2'],
    [
      'A',
      starts(20, '018f0000-0000-7000-8000-00000000c000', { continues: { entryId: first, startedAt: at(0) } }),
      'c3',
    ],
    ['A', { type: 'stop', save: true, at: at(30), runId: '018f0000-0000-7000-8000-00000000c000', phase: 0 }, 'c4'],
  )
  const sessions = sessionsAt(ledger, at(30))
  expect(saved(ledger, 30)).toEqual(['12-15', '0-12 15-20 20-30'])
  expect(sessions.filter(({ entryId }) => entryId === first).map(({ status }) => status)).toEqual(['saved', 'merged'])
})

test('T11 while an entry is continued, and when that is thrown away, it stays as it was', () => {
  const first = entryIdOf({ runId: R, phase: 0 })
  const continued = { type: 'stop', at: at(30), runId: R2, phase: 0 } as const
  const before: Parameters<typeof arrive> = [
    ['A', starts(0), null],
    ['A', does(10, 'stop', { save: true }), 'c0'],
    ['A', starts(20, R2, { continues: { entryId: first, startedAt: at(0) } }), 'c1'],
  ]
  expect(saved(arrive(...before).ledger, 25)).toEqual(['0-10'])
  expect(saved(arrive(...before, ['A', { ...continued, save: false }, 'c2']).ledger, 31)).toEqual(['0-10'])
})

test('a session has one entry of its own', () => {
  const ids = [0, 1, 2, 39].map((phase) => entryIdOf({ runId: R, phase }))
  expect(new Set([...ids, R]).size).toBe(5)
  expect(ids[1]).toBe('018f0000-0000-7000-8000-00000000a002')
  expect(entryIdOf({ runId: '018f0000-0000-7000-8000-00000000ffff', phase: 0 })).toMatch(/0000$/)
  expect(sessionKey({ runId: R, phase: 2 })).toBe(`${R}#2`)
})

/** The same ones each time; `npm run bench -- sim` looks for new ones, and for many more. */
const SCHEDULES = 2_000
const SEED = 2_026

test.each(Object.entries(SCENARIOS))(
  'I1–I9 %s: nothing lost, doubled or changed',
  { timeout: 300_000 },
  (_name, scenario) => {
    fc.assert(
      fc.property(anySteps(scenario), (steps) => void simulate(scenario, steps)),
      { numRuns: SCHEDULES, seed: SEED },
    )
  },
)
