import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeWorkedTime, type WorkedTime, toWorkedTime } from './worked-time.ts'
import { type Segment, subtractSegments, totalOf } from '#core/time/segments.ts'

const entry = (segments: readonly Segment[], endedAt = segments.at(-1)![1]): WorkedTime => ({
  startedAt: segments[0]![0],
  endedAt,
  durationMs: totalOf(segments),
  segments,
})

const PAUSED = entry([[10, 20], [30, 40], [50, 60]]) // prettier-ignore
/** Its first segment begins after its start. */
const LATE: WorkedTime = { ...PAUSED, startedAt: 5 }
/** Its duration is 10 of 50; the times of its pauses are unknown. */
const VAGUE = toWorkedTime(10, 60, 10)

// prettier-ignore
test.each<[what: string, WorkedTime, Parameters<typeof changeWorkedTime>[1], WorkedTime]>([
  ['nothing',                       PAUSED, {},                             PAUSED],
  ['the same values again',         PAUSED, { startedAt: 10, endedAt: 60, durationMs: 30 }, PAUSED],
  ['nothing, of unknown pauses',    VAGUE,  { startedAt: 10, endedAt: 60 }, VAGUE],
  ['an earlier start',              PAUSED, { startedAt: 5 },               entry([[5, 20], [30, 40], [50, 60]])],
  ['a later start',                 PAUSED, { startedAt: 15 },              entry([[15, 20], [30, 40], [50, 60]])],
  ['a start at a pause',            PAUSED, { startedAt: 20 },              entry([[20, 40], [50, 60]])],
  ['a start in a pause',            PAUSED, { startedAt: 25 },              entry([[25, 40], [50, 60]])],
  ['a later end',                   PAUSED, { endedAt: 70 },                entry([[10, 20], [30, 40], [50, 70]])],
  ['an end in work',                PAUSED, { endedAt: 35 },                entry([[10, 20], [30, 35]])],
  ['an end in a pause',             PAUSED, { endedAt: 45 },                entry([[10, 20], [30, 45]])],
  ['both',                          PAUSED, { startedAt: 15, endedAt: 52 }, entry([[15, 20], [30, 40], [50, 52]])],
  ['both, in one pause',            PAUSED, { startedAt: 22, endedAt: 28 }, entry([[22, 28]])],
  ['both, far away',                PAUSED, { startedAt: 100, endedAt: 120 }, entry([[100, 120]])],
  ['new times with the old duration', PAUSED, { endedAt: 35, durationMs: 30 }, entry([[10, 20], [30, 35]])],
  ['a duration',                    PAUSED, { durationMs: 20 },             entry([[10, 30]])],
  ['a duration with the same times', PAUSED, { startedAt: 10, endedAt: 60, durationMs: 20 }, entry([[10, 30]])],
  ['a start and a duration',        PAUSED, { startedAt: 40, durationMs: 20 }, entry([[40, 60]])],
  ['an end and a duration',         PAUSED, { endedAt: 50, durationMs: 20 }, entry([[10, 30]], 50)],
  ['a start before a late beginning', LATE, { startedAt: 2 },               { ...LATE, startedAt: 2 }],
  ['a start after a late beginning', LATE,  { startedAt: 15 },              entry([[15, 20], [30, 40], [50, 60]])],
  ['a start of unknown pauses',     VAGUE,  { startedAt: 8 },               entry([[8, 20]], 60)],
  ['a later end of unknown pauses', VAGUE,  { endedAt: 70 },                entry([[10, 20]], 70)],
  ['an earlier end of unknown pauses', VAGUE, { endedAt: 50 },              entry([[10, 20]], 50)],
  ['an end before unknown pauses',  VAGUE,  { endedAt: 15 },                entry([[10, 15]])],
])('E4 a change of %s', (_what, before, change, after) => {
  expect(changeWorkedTime(before, change)).toEqual(after)
})

test('E4 without a duration the whole time from start to end counts as work', () => {
  expect(toWorkedTime(10, 60)).toEqual(entry([[10, 60]]))
})

const worked = fc
  .tuple(fc.nat(50), fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 9 }))
  .filter(([, lengths]) => lengths.length % 2 === 1)
  .map(([startedAt, lengths]) => {
    const edges = lengths.reduce((edges, length) => [...edges, edges.at(-1)! + length], [startedAt])
    return entry(edges.flatMap((edge, index): Segment[] => (index % 2 === 0 ? [[edge, edges[index + 1]!]] : [])))
  })
const range = fc
  .tuple(fc.nat(200), fc.integer({ min: 1, max: 200 }))
  .map(([from, length]) => [from, from + length] as const)

test('E4 new times keep exactly the pauses that lie between them', () => {
  const property = fc.property(worked, range, (before, [startedAt, endedAt]) => {
    const after = changeWorkedTime(before, { startedAt, endedAt })
    const pausesIn = (worked: WorkedTime) => subtractSegments([[worked.startedAt, worked.endedAt]], worked.segments)
    const inside = pausesIn(before).filter(([from, to]) => from > startedAt && to < endedAt)
    expect(pausesIn(after)).toEqual(inside)
    expect(after.segments).toEqual(subtractSegments([[startedAt, endedAt]], inside))
    expect(after.durationMs).toBe(totalOf(after.segments))
    expect(changeWorkedTime(after, { startedAt, endedAt })).toEqual(after)
  })
  fc.assert(property)
})
