import type { FastifyInstance } from 'fastify'
import { reports, type ReportSelection, type RoundingQuery } from '#contract/reports.ts'
import { periodOf, placesOf } from '#core/report/periods.ts'
import type { Rounding } from '#core/report/rounding.ts'
import { assemble, type Dimension, stepFor } from '#core/report/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { listProjects } from '#server/features/projects/queries.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { type Asked, cellsOf, figuresOf, readWorked } from './cells.ts'
import { listEntries } from './entries.ts'
import { readRhythm } from './rhythm.ts'
import { conditionsOf } from './selection.ts'

/** `reader`: where long questions are asked. */
export function reportRoutes(app: FastifyInstance, services: Services, reader: Db) {
  serve(app, services, reports.summary, async ({ session: { userId }, query }) => {
    const { group, subgroup } = query
    const { figures, lines, ...total } = await report(
      userId,
      query,
      subgroup === undefined ? [group] : [group, subgroup],
    )
    return { total: { ...total, ...figures }, lines }
  })

  serve(app, services, reports.series, async ({ session: { userId }, query }) => {
    const { step, group, from, to, zone } = query
    const { lines } = await report(userId, query, group === undefined ? [step] : [step, group])
    const lineOf = new Map(lines.map((line) => [line.key, line]))
    return placesOf(periodOf(from, to, zone), step, zone).map(({ date }) => {
      const { milliseconds = 0, lines: parts = [] } = lineOf.get(date) ?? {}
      return { day: date, milliseconds, parts: parts.map(({ key, milliseconds }) => ({ key, milliseconds })) }
    })
  })

  serve(app, services, reports.rhythm, async ({ session: { userId }, query }) =>
    readRhythm(reader, await ask(userId, { ...query, ...UNROUNDED }, ['day']), query.zone),
  )

  serve(app, services, reports.entries, async ({ session: { userId }, query }) => {
    const { from, to, zone, limit, cursor } = query
    const conditions = await conditionsOf(reader, userId, query)
    return listEntries(reader, { userId, conditions, period: periodOf(from, to, zone), limit, cursor })
  })

  async function report(userId: string, query: ReportSelection & RoundingQuery, dimensions: readonly Dimension[]) {
    const asked = await ask(userId, query, dimensions)
    const plainDimensions = dimensions.filter((dimension) => dimension !== 'tag')
    const plain = await readWorked(reader, asked, plainDimensions)
    const isTagged = plainDimensions.length < dimensions.length
    const full = isTagged ? await readWorked(reader, asked, dimensions) : plain
    const first = dimensions.slice(0, 1)
    const levels = [
      cellsOf(plain, asked, []),
      cellsOf(first[0] === 'tag' ? full : plain, asked, first),
      ...(dimensions.length > 1 ? [cellsOf(full, asked, dimensions)] : []),
    ]
    return { ...assemble(levels, dimensions, asked.rounding), figures: figuresOf(plain) }
  }

  async function ask(userId: string, query: ReportSelection & RoundingQuery, dimensions: readonly Dimension[]) {
    const { from, to, zone } = query
    const rounding = roundingOf(query)
    const period = periodOf(from, to, zone)
    const step = stepFor(dimensions, rounding)
    const projects = await listProjects(reader, userId)
    return {
      userId,
      conditions: await conditionsOf(reader, userId, query),
      places: step === undefined ? [{ ...period, date: from }] : placesOf(period, step, zone),
      rounding,
      clientOf: new Map(projects.map(({ id, client }) => [id, client])),
    } satisfies Asked
  }
}

const UNROUNDED: RoundingQuery = { rounding: 'off', roundingMinutes: 1, roundingPer: 'entry' }

function roundingOf({ rounding, roundingMinutes, roundingPer }: RoundingQuery): Rounding | null {
  return rounding === 'off' ? null : { direction: rounding, minutes: roundingMinutes, per: roundingPer }
}
