import type { RawBuilder } from 'kysely'
import type { ReportFilter, RoundingQuery } from '#contract/reports.ts'
import { type Bucket, periodOf, splitIntoBuckets } from '#core/report/buckets.ts'
import type { Dimension } from '#core/report/dimensions.ts'
import type { Rounding } from '#core/report/rounding.ts'
import { stepFor } from '#core/report/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { listProjects } from '#server/features/projects/queries.ts'
import { conditionsOf } from './selection.ts'

export type ReportQuery = ReportFilter & RoundingQuery

/** A report query as the SQL of this folder needs it. */
export interface ResolvedQuery {
  userId: string
  /** Restricts `time_entries as entry`. */
  conditions: RawBuilder<unknown>
  buckets: readonly Bucket[]
  zone: string
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
  const { from, to, zone } = query
  const rounding = roundingOf(query)
  const period = periodOf(from, to, zone)
  const step = stepFor(dimensions, rounding)
  const projects = dimensions.includes('client') ? await listProjects(db, userId) : []
  return {
    userId,
    conditions: await conditionsOf(db, userId, query),
    buckets: step === undefined ? [{ ...period, date: from }] : splitIntoBuckets(period, step, zone),
    zone,
    rounding,
    clientOf: new Map(projects.map(({ id, client }) => [id, client])),
  }
}

function roundingOf({ rounding, roundingMinutes, roundingPer }: RoundingQuery): Rounding | null {
  return rounding === 'off' ? null : { direction: rounding, minutes: roundingMinutes, per: roundingPer }
}
