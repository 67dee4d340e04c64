import type { FastifyInstance } from 'fastify'
import { reports, type RoundingQuery } from '#contract/reports.ts'
import { periodOf, splitIntoBuckets } from '#core/report/buckets.ts'
import type { Db } from '#server/db/connect.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { listEntries } from './entries.ts'
import { exportRoute } from './export-route.ts'
import { resolveQuery } from './resolve-query.ts'
import { readRhythm } from './rhythm.ts'
import { conditionsOf } from './selection.ts'
import { readSummary } from './summary.ts'

/** `reader` runs long queries: on SQLite in a thread. */
export function reportRoutes(app: FastifyInstance, services: Services, reader: Db) {
  serve(app, services, reports.summary, async ({ session: { userId }, query }) => {
    const { group, subgroup } = query
    const dimensions = subgroup === undefined ? [group] : [group, subgroup]
    const { stats, lines, ...total } = await readSummary(reader, userId, query, dimensions)
    return { total: { ...total, ...stats }, lines }
  })

  serve(app, services, reports.series, async ({ session: { userId }, query }) => {
    const { step, group, from, to, zone } = query
    const { lines } = await readSummary(reader, userId, query, group === undefined ? [step] : [step, group])
    const lineOf = new Map(lines.map((line) => [line.key, line]))
    return splitIntoBuckets(periodOf(from, to, zone), step, zone).map(({ date }) => {
      const { milliseconds = 0, lines: parts = [] } = lineOf.get(date) ?? {}
      return { day: date, milliseconds, parts: parts.map(({ key, milliseconds }) => ({ key, milliseconds })) }
    })
  })

  serve(app, services, reports.rhythm, async ({ session: { userId }, query }) =>
    readRhythm(reader, await resolveQuery(reader, userId, { ...query, ...UNROUNDED }, ['day'])),
  )

  serve(app, services, reports.entries, async ({ session: { userId }, query }) => {
    const { from, to, zone, limit, cursor } = query
    const conditions = await conditionsOf(reader, userId, query)
    return listEntries(reader, { userId, conditions, period: periodOf(from, to, zone), limit, cursor })
  })

  exportRoute(app, services, reader)
}

const UNROUNDED: RoundingQuery = { rounding: 'off', roundingMinutes: 1, roundingPer: 'entry' }
