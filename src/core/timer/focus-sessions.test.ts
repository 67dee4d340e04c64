import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { areOfSameRun, entryIdOf, focusSessionKey, focusSessionsAt } from './focus-sessions.ts'
import { at, deliverCommands, eventAt, R, R2, R3, R4, savedMinutes, startAt } from './testing/deliver-commands.ts'

test('T11 a continued entry has all time from its start that no other entry counts', () => {
  const first = entryIdOf({ runId: R, phase: 0 })
  const { history } = deliverCommands(
    ['A', startAt(0), null],
    ['A', eventAt(10, 'stop', { save: true }), 'c0'],
    ['A', startAt(12, R2), 'c1'],
    ['A', { type: 'stop', save: true, at: at(15), runId: R2, phase: 0 }, 'c2'],
    ['A', startAt(20, R3, { continues: { entryId: first, startedAt: at(0) } }), 'c3'],
    ['A', { type: 'stop', save: true, at: at(30), runId: R3, phase: 0 }, 'c4'],
  )
  const focusSessions = focusSessionsAt(history, at(30))
  expect(savedMinutes(history, 30)).toEqual(['12-15', '0-10 10-12 15-20 20-30'])
  expect(focusSessions.filter(({ entryId }) => entryId === first).map(({ status }) => status)).toEqual([
    'saved',
    'merged',
  ])
})

test('T11 an entry stays unchanged while it is continued, and when the continuation is discarded', () => {
  const first = entryIdOf({ runId: R, phase: 0 })
  const continued = { type: 'stop', at: at(30), runId: R2, phase: 0 } as const
  const before: Parameters<typeof deliverCommands> = [
    ['A', startAt(0), null],
    ['A', eventAt(10, 'stop', { save: true }), 'c0'],
    ['A', startAt(20, R2, { continues: { entryId: first, startedAt: at(0) } }), 'c1'],
  ]
  expect(savedMinutes(deliverCommands(...before).history, 25)).toEqual(['0-10'])
  expect(savedMinutes(deliverCommands(...before, ['A', { ...continued, save: false }, 'c2']).history, 31)).toEqual([
    '0-10',
  ])
})

const stop = (minute: number, runId: string, save = true) => eventAt(minute, 'stop', { runId, save })
const continuesEntry = (minute: number, runId: string, from: string, since: number) =>
  startAt(minute, runId, { continues: { entryId: entryIdOf({ runId: from, phase: 0 }), startedAt: at(since) } })

test('I3 no time of a continued entry is lost when it turns out to have begun earlier', () => {
  const continues = { entryId: entryIdOf({ runId: R, phase: 2 }), startedAt: at(30) }
  const { history } = deliverCommands(
    ['A', startAt(0), null],
    ['B', startAt(60, R2, { continues }), 'c0'],
    ['B', stop(61, R2), 'c1'],
    ['A', eventAt(10, 'skip', { save: true }), 'c0', 70],
  )
  expect(savedMinutes(history, 70)).toEqual(['0-10', '15-40 40-60 60-61'])
})

test('I2 the later of two continued entries that cover the same time counts it', () => {
  const { history } = deliverCommands(
    ['A', startAt(0), null],
    ['A', stop(10, R), 'c0'],
    ['A', startAt(12, R2), 'c1'],
    ['A', stop(15, R2), 'c2'],
    ['A', continuesEntry(20, R3, R, 0), 'c3'],
    ['A', stop(30, R3), 'c4'],
    ['A', continuesEntry(40, R4, R2, 12), 'c5'],
    ['A', stop(50, R4), 'c6'],
  )
  expect(savedMinutes(history, 50)).toEqual(['0-10 10-12 20-30', '12-15 15-20 30-40 40-50'])
})

test('I2 an earlier run does not count the time of a later one, and is merged if nothing is left', () => {
  const { history } = deliverCommands(['A', startAt(0), null], ['B', startAt(0.01, R2), null], ['A', stop(10, R), 'c0'])
  expect(focusSessionsAt(history, at(12))).toMatchObject([{ runId: R, status: 'merged', segments: [] }])
})

test('I3 work during the break of a later run is counted', () => {
  const config = { workMs: 2 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 2 }
  const { history } = deliverCommands(
    ['A', startAt(0), null],
    ['B', startAt(1, R2, { config }), null],
    ['A', stop(5, R), 'c0'],
  )
  expect(savedMinutes(history, 6)).toEqual(['0-1 3-5', '1-3'])
})

test('I3 no time of an entry is lost when it arrives after another device has continued the entry', () => {
  const { history } = deliverCommands(
    ['B', startAt(0), null],
    ['A', startAt(5, R2), null],
    ['A', stop(6, R2, false), 'c1'],
    ['A', continuesEntry(7, R3, R, 0), 'c2'],
    ['A', stop(8, R3), 'c3'],
    ['B', stop(9, R), 'c0', 20],
  )
  expect(savedMinutes(history, 20)).toEqual(['0-7 7-8 8-9'])
})

test('every focus session has its own entry id', () => {
  const ids = [0, 1, 2, 39].map((phase) => entryIdOf({ runId: R, phase }))
  expect(new Set([...ids, R]).size).toBe(5)
  expect(ids[1]).toBe('018f0000-0000-7000-8000-00000000a002')
  const last = entryIdOf({ runId: '018f0000-0000-7000-8000-1234abcdffff', phase: 0 })
  expect(last).toBe('018f0000-0000-7000-8000-1234abcd0000')
  expect(focusSessionKey({ runId: R, phase: 2 })).toBe(`${R}#2`)
})

const LAST_ID = '018f0000-0000-7000-8000-1234abcdffff'

// prettier-ignore
test.each<[what: string, a: string, b: string, isSame: boolean]>([
  ['neighbours',                        entryIdOf({ runId: R, phase: 0 }), entryIdOf({ runId: R, phase: 2 }), true],
  ['neighbours, the later first',       entryIdOf({ runId: R, phase: 2 }), entryIdOf({ runId: R, phase: 0 }), true],
  ['the first and the last of a run',   entryIdOf({ runId: R, phase: 0 }), entryIdOf({ runId: R, phase: 38 }), true],
  ['ids that wrap around',              entryIdOf({ runId: LAST_ID, phase: 0 }), entryIdOf({ runId: LAST_ID, phase: 2 }), true],
  ['another run',                       entryIdOf({ runId: R, phase: 0 }), entryIdOf({ runId: LAST_ID, phase: 2 }), false],
  ['an id further away than any phase', LAST_ID, LAST_ID.replace('ffff', 'f000'), false],
])('N6 entries of the same run: %s', (_what, a, b, isSame) => {
  expect(areOfSameRun(a, b)).toBe(isSame)
})
