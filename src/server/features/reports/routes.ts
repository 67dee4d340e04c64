import type { FastifyInstance, FastifyRequest } from 'fastify'
import { reports, type RoundingQuery } from '#contract/reports.ts'
import { periodOf, splitIntoBuckets } from '#core/report/buckets.ts'
import { closeOnFailure } from '#server/http/long-questions/long-questions.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { replyWithEntries, toReportEntry } from './entries.ts'
import { readEstimates } from './estimates.ts'
import { exportRoute } from './export-route.ts'
import { replyWithLines } from './reply-with-lines.ts'
import { resolveQuery } from './resolve-query.ts'
import { readRhythm } from './rhythm.ts'
import { conditionsOf } from './selection.ts'
import { readSummary } from './summary.ts'

export function reportRoutes(app: FastifyInstance, services: Services) {
  /** A report may be a moment behind, so a replica of the database may answer. */
  const open = (userId: string, request: FastifyRequest) => services.questions.open({ userId, request, isFresh: false })

  serve(app, services, reports.summary, async ({ session: { userId }, query, request }) => {
    const { group, subgroup } = query
    const dimensions = subgroup === undefined ? [group] : [group, subgroup]
    const question = open(userId, request)
    return closeOnFailure(question, async () => {
      const { stats, lines, ...total } = await question.read((reader) => readSummary(reader, userId, query, dimensions))
      return replyWithLines({
        question,
        lines,
        countSublines: ({ lines }) => lines.length,
        wrap: (lines) => ({ total: { ...total, ...stats }, lines }),
      })
    })
  })

  serve(app, services, reports.series, async ({ session: { userId }, query, request }) => {
    const { step, group, from, to, zone, weekStart } = query
    const dimensions = group === undefined ? [step] : [step, group]
    const question = open(userId, request)
    return closeOnFailure(question, async () => {
      const { lines } = await question.read((reader) => readSummary(reader, userId, query, dimensions))
      const lineOf = new Map(lines.map((line) => [line.key, line]))
      const series = splitIntoBuckets(periodOf(from, to, zone), step, zone, weekStart).map(({ date }) => {
        const { milliseconds = 0, lines: parts = [] } = lineOf.get(date) ?? {}
        return { day: date, milliseconds, parts: parts.map(({ key, milliseconds }) => ({ key, milliseconds })) }
      })
      return replyWithLines({
        question,
        lines: series,
        countSublines: ({ parts }) => parts.length,
        wrap: (series) => series,
      })
    })
  })

  serve(app, services, reports.rhythm, async ({ session: { userId }, query, request }) =>
    services.questions.ask({ userId, request, isFresh: false }, async (reader) =>
      readRhythm(reader, await resolveQuery(reader, userId, { ...query, ...UNROUNDED }, ['day'])),
    ),
  )

  serve(app, services, reports.entries, async ({ session: { userId }, query, request }) => {
    const { from, to, zone, limit, cursor } = query
    const period = periodOf(from, to, zone)
    const question = open(userId, request)
    return closeOnFailure(question, () =>
      replyWithEntries(question, async (reader) => {
        const conditions = await conditionsOf(reader, userId, query)
        return { userId, conditions, period, limit, cursor, toReply: toReportEntry }
      }),
    )
  })

  estimatesRoute(app, services)
  exportRoute(app, services)
}

const UNROUNDED: RoundingQuery = { rounding: 'off', roundingMinutes: 1, roundingPer: 'entry' }

function estimatesRoute(app: FastifyInstance, services: Services) {
  serve(app, services, reports.estimates, async ({ session: { userId }, query, request }) => {
    const question = services.questions.open({ userId, request, isFresh: false })
    return closeOnFailure(question, async () =>
      replyWithLines({
        question,
        lines: await question.read((reader) => readEstimates(reader, userId, query)),
        countSublines: () => 0,
        wrap: (lines) => lines,
      }),
    )
  })
}
