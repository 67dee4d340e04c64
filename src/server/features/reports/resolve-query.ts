import type { RawBuilder } from 'kysely'
import { memoize } from '#core/memoize.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import { createPacer } from '#server/yield-to-event-loop.ts'
import type { ReportFilter, RoundingQuery } from '#contract/reports.ts'
import { type Bucket, periodOf, splitIntoBuckets } from '#core/report/buckets.ts'
import type { Dimension, Step } from '#core/report/dimensions.ts'
import type { Rounding } from '#core/report/rounding.ts'
import { stepFor } from '#core/report/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { listProjectNames } from '#server/features/projects/queries.ts'
import { conditionsOf } from './selection.ts'

export type ReportQuery = ReportFilter & RoundingQuery

/** A report query as the SQL of this folder needs it. */
export interface ResolvedQuery {
  userId: string
  /** Restricts `time_entries as entry`. */
  conditions: RawBuilder<unknown>
  buckets: readonly Bucket[]
  zone: string
  weekStart: number
  rounding: Rounding | null
  /** Empty unless the report is grouped by client. */
  clientOf: ReadonlyMap<string, string | null>
}

export async function resolveQuery(
  db: Db,
  userId: string,
  query: ReportQuery,
  dimensions: readonly Dimension[],
): Promise<ResolvedQuery> {
  const { zone, weekStart } = query
  const rounding = roundingOf(query)
  const step = stepFor(dimensions, rounding)
  const projects = dimensions.includes('client') ? await listProjectNames(db, userId) : []
  return {
    userId,
    conditions: await conditionsOf(db, userId, query),
    buckets: await listBuckets(query, step),
    zone,
    weekStart,
    rounding,
    clientOf: new Map(projects.map(({ id, client_id }) => [id, client_id])),
  }
}

async function listBuckets({ from, to, zone, weekStart }: ReportFilter, step: Step | undefined) {
  const period = periodOf(from, to, zone)
  if (step === undefined) return [{ ...period, date: from }]
  return step === 'day' ? listDays(from, to, zone) : splitIntoBuckets(period, step, zone, weekStart)
}

/** Splits one year after the other, because the days of eleven years take longer than other requests should wait. */
async function listDays(from: string, to: string, zone: string) {
  const pacer = createPacer()
  const days: Bucket[] = []
  for (let first = from; first <= to;) {
    const endOfYear = `${first.slice(0, 4)}-12-31`
    const last = endOfYear < to ? endOfYear : to
    days.push(...splitYear(JSON.stringify([first, last, zone])))
    first = shiftDate(last, 1)
    if (pacer.shouldYield()) await pacer.yieldToEventLoop()
  }
  return days
}

/** Remembers the years that were split last, because a page shows several reports of the same days. */
const splitYear = memoize(30, (key: string) => {
  const [first, last, zone] = JSON.parse(key) as [string, string, string]
  return splitIntoBuckets(periodOf(first, last, zone), 'day', zone)
})

function roundingOf({ rounding, roundingMinutes, roundingPer }: RoundingQuery): Rounding | null {
  return rounding === 'off' ? null : { direction: rounding, minutes: roundingMinutes, per: roundingPer }
}
