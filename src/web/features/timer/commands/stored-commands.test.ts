import { expect, test } from 'vitest'
import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import { EMPTY_HISTORY, type TimerHistory } from '#core/timer/history.ts'
import type { StartEvent, TimerEvent } from '#core/timer/transition.ts'
import { EMPTY_DATA, type UserData } from '#web/sync/operation.ts'
import {
  appendCommand,
  applyReply,
  applySnapshot,
  isNewerSnapshot,
  numberCommands,
  pendingOf,
  timerOf,
  toCommandOperation,
  withTimer,
} from './stored-commands.ts'

const command = (id: string, event: TimerEvent = { type: 'pause', at: 1, runId: 'run', phase: 0 }) => ({
  id,
  base: null,
  sawWait: false,
  event,
})
const append = (data: UserData, id: string) => appendCommand(data, command(id), EMPTY_HISTORY)
const numbered = (data: UserData) => numberCommands(data, pendingOf(data))
const numbersOf = (data: UserData) => numbered(data).map(({ sequence, id }) => `${sequence} ${id}`)
const snapshot = (revision: number, now = 0): TimerSnapshot => ({ revision, now, run: null })
const reply = (acked: string[], awaited?: number): TimerReply => ({
  acks: acked.map((id) => ({ id, isAccepted: true })),
  snapshot: snapshot(3),
  ...(awaited !== undefined && { awaited }),
})

/** A device whose first four commands the server has acknowledged. */
const four = applyReply(
  append(withTimer(EMPTY_DATA, 'laptop'), 'd'),
  [{ ...command('d'), device: 'laptop', sequence: 4 }],
  { ...reply(['d']), snapshot: snapshot(4) },
  0,
)
const three = ['a', 'b', 'c'].reduce(append, four)

test('Y2 pending commands are numbered in order, and get the same numbers each time', () => {
  expect(numbersOf(three)).toEqual(['5 a', '6 b', '7 c'])
  expect(numbersOf(append(three, 'e'))).toEqual(['5 a', '6 b', '7 c', '8 e'])
  expect(new Set(numbered(three).map(({ device }) => device))).toEqual(new Set(['laptop']))
})

test('a device that has an id keeps it', () => {
  expect(timerOf(withTimer(three, 'phone'))?.device).toBe('laptop')
})

// prettier-ignore
test.each<[string, TimerReply, string[], number]>([
  ['all is acknowledged',                   reply(['a', 'b', 'c']), [],                      4],
  ['one is acknowledged',                   reply(['a']),           ['6 b', '7 c'],          4],
  ['the server expects a pending one',      reply([], 5),           ['5 a', '6 b', '7 c'],   4],
  ['the server was restored from a backup', reply([], 2),           ['2 a', '3 b', '4 c'],   3],
  ['the server expects a later one',        reply(['a'], 40),       ['40 b', '41 c'],        4],
])('Y2 a reply is applied: %s', (_what, reply, pending, revision) => {
  const data = applyReply(three, numbered(three), reply, 0)
  expect(numbersOf(data)).toEqual(pending)
  expect(timerOf(data)?.snapshot?.revision).toBe(revision)
})

test('Y2 a command that is submitted during a request keeps its number after the reply', () => {
  expect(numbersOf(applyReply(append(three, 'e'), numbered(three), reply(['a', 'b', 'c']), 0))).toEqual(['8 e'])
})

test('a reply without news changes nothing, so that the same commands are not sent again at once', () => {
  expect(applyReply(three, numbered(three), reply([]), 0)).toBe(three)
})

test('a snapshot is stored with the offset of the clock at its arrival', () => {
  expect(timerOf(applySnapshot(three, snapshot(5), -7))).toMatchObject({ snapshot: { revision: 5 }, clockOffset: -7 })
})

test('Y3 a snapshot or reply that arrives after another tab has signed out is not stored', () => {
  expect(applySnapshot(EMPTY_DATA, snapshot(5), 0)).toBe(EMPTY_DATA)
  expect(applyReply(EMPTY_DATA, numbered(three), reply(['a', 'b', 'c']), 0)).toEqual(EMPTY_DATA)
})

// prettier-ignore
test.each<[string, TimerSnapshot | null, TimerSnapshot, boolean]>([
  ['the first snapshot',                          null,                snapshot(0),          true],
  ['a later revision',                            snapshot(4),         snapshot(5),          true],
  ['the same revision',                           snapshot(4),         snapshot(4, 999_999), false],
  ['an older revision that arrives late',         snapshot(4, 50_000), snapshot(3, 49_000),  false],
  ['a lower revision much later: a backup',       snapshot(4, 0),      snapshot(3, 60_001),  true],
])('Y4 a snapshot counts as newer: %s', (_what, known, snapshot, isNewer) => {
  expect(isNewerSnapshot(snapshot, known)).toBe(isNewer)
})

const START: StartEvent = {
  type: 'start',
  at: 1,
  runId: 'run',
  subject: { projectId: 'project', taskId: 'task', notes: '', tags: ['tag'] },
  config: { workMs: 1, breakMs: 1, repetitions: 1 },
  isInfinite: true,
  zone: 'UTC',
}
const CONTINUING: StartEvent = { ...START, continues: { entryId: 'entry', startedAt: 0 } }
const during = (event: StartEvent): TimerHistory => ({
  ...EMPTY_HISTORY,
  runs: [{ id: 'run', log: [{ id: 'first', event }], kept: [], heldAt: null }],
})
const AT = { at: 2, runId: 'run', phase: 0 }

// prettier-ignore
test.each<[string, TimerEvent, TimerHistory, string[]]>([
  ['a start',                                 START,                                                            EMPTY_HISTORY,      ['project', 'task', 'tag']],
  ['a start that continues an entry',         CONTINUING,                                                       EMPTY_HISTORY,      ['project', 'task', 'tag', 'entry']],
  ['a pause',                                 { type: 'pause', ...AT },                                         during(START),      []],
  ['a pause of a run that continues an entry', { type: 'pause', ...AT },                                        during(CONTINUING), ['entry']],
  ['a pause of an unknown run',               { type: 'pause', ...AT, runId: 'another' },                       during(CONTINUING), []],
  ['another project',                         { type: 'subject', ...AT, change: { projectId: 'b', taskId: null } }, during(START),  ['b']],
  ['other tags',                              { type: 'subject', ...AT, change: { tags: ['b', 'c'] } },         during(CONTINUING), ['b', 'c', 'entry']],
])('Q3 %s is about the items that it refers to', (_what, event, history, items) => {
  expect(toCommandOperation(command('a', event), history).items).toEqual(items)
})
