import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import type { Dimension, ReportQuery } from '#web/features/reports/queries.ts'
import { type BreakdownPath, type ReportEntry, roundEntry, selectionForPath, timeOnPath } from './breakdown-path.ts'

const QUERY: ReportQuery = { from: '2026-11-03', to: '2026-11-25', zone: 'Europe/Madrid', group: 'project' }
const ROUNDED: ReportQuery = { ...QUERY, rounding: 'up', roundingMinutes: 15, roundingPer: 'entry' }
const { from, to, zone } = QUERY

const path = (...steps: [Dimension, string | null][]): BreakdownPath =>
  steps.map(([dimension, key]) => ({ dimension, key }))

// prettier-ignore
const SELECTIONS: [name: string, query: ReportQuery, path: BreakdownPath, narrowing: object][] = [
  ['a project',                   ROUNDED,                              path(['project', 'p1']),                {}],
  ['a task of a project',         QUERY,                                path(['project', 'p1'], ['task', 't1']), { tasks: 't1' }],
  ['no task of a project',        { ...QUERY, search: 'notes' },        path(['project', 'p1'], ['task', null]), { tasks: 'none', search: 'notes' }],
  ['no client',                   { ...QUERY, clients: 'c1,none' },     path(['client', null], ['project', 'p1']), { clients: 'none' }],
  ['a tag',                       { ...QUERY, tagMatch: 'none' },       path(['project', 'p1'], ['tag', 'g1']),  { tags: 'g1', tagMatch: 'any' }],
  ['a tag among others',          { ...QUERY, tags: 'g2', tagMatch: 'all' }, path(['project', 'p1'], ['tag', 'g1']), { tags: 'g2', tagMatch: 'all' }],
  ['a day',                       QUERY,                                path(['project', 'p1'], ['day', '2026-11-05']), { from: '2026-11-05', to: '2026-11-05' }],
  ['a week that began before',    QUERY,                                path(['project', 'p1'], ['week', '2026-11-02']), { from: '2026-11-03', to: '2026-11-08' }],
  ['a month that goes on after',  QUERY,                                path(['project', 'p1'], ['month', '2026-11-01']), { from: '2026-11-03', to: '2026-11-25' }],
  ['a whole month',               { ...QUERY, from: '2026-01-01' },     path(['project', 'p1'], ['month', '2026-02-01']), { from: '2026-02-01', to: '2026-02-28' }],
  ['a weekday and an hour',       QUERY,                                path(['project', 'p1'], ['weekday', '1'], ['hour', '09']), {}],
]

test.each(SELECTIONS)('U35 the entries of a line are requested by its dimensions: %s', (_, query, path, narrowing) => {
  expect(selectionForPath(query, path)).toEqual({ from, to, zone, projects: 'p1', ...narrowing })
})

/** From Sunday 23:30 to Monday 00:30 and from Monday 09:30 to 10:15, by the clocks of Madrid. */
const ENTRY = {
  tags: ['g1'],
  milliseconds: 1.75 * HOUR_MS,
  segments: [
    { start: '2026-11-08T22:30:00.000Z', end: '2026-11-08T23:30:00.000Z' },
    { start: '2026-11-09T08:30:00.000Z', end: '2026-11-09T09:15:00.000Z' },
  ],
} as ReportEntry

// prettier-ignore
const TIMES: [name: string, path: BreakdownPath, query: ReportQuery, hours: number][] = [
  ['its project',             path(['project', 'p1']),                QUERY, 1.75],
  ['its tag',                 path(['tag', 'g1']),                    QUERY, 1.75],
  ['another tag',             path(['tag', 'g2']),                    QUERY, 0],
  ['no tag',                  path(['tag', null]),                    QUERY, 0],
  ['Sundays',                 path(['weekday', '7']),                 QUERY, 0.5],
  ['Mondays',                 path(['weekday', '1']),                 QUERY, 1.25],
  ['Tuesdays',                path(['weekday', '2']),                 QUERY, 0],
  ['the hour after midnight', path(['hour', '00']),                   QUERY, 0.5],
  ['nine on Mondays',         path(['weekday', '1'], ['hour', '09']), QUERY, 0.5],
  ['nine on Sundays',         path(['weekday', '7'], ['hour', '09']), QUERY, 0],
  ['Sundays from Monday on',  path(['weekday', '7']),                 { ...QUERY, from: '2026-11-09' }, 0],
]

test.each(TIMES)('U35 an entry counts on a line with its time there: %s', (_, path, query, hours) => {
  expect(timeOnPath(ENTRY, path, query)).toBe(hours * HOUR_MS)
})

// prettier-ignore
test.each([
  ['off',             QUERY,                              20],
  ['up',              ROUNDED,                            30],
  ['down to nothing', { ...ROUNDED, rounding: 'down', roundingMinutes: 30 }, 0],
  ['by the day',      { ...ROUNDED, roundingPer: 'day' }, 20],
] satisfies [string, ReportQuery, number][])('U35 entries are rounded like the report: %s', (_, query, minutes) => {
  expect(roundEntry(20 * MINUTE_MS, query)).toBe(minutes * MINUTE_MS)
})
