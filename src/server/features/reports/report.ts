import type { ReportSelection, RoundingQuery } from '#contract/reports.ts'
import { periodOf, placesOf } from '#core/report/periods.ts'
import type { Rounding } from '#core/report/rounding.ts'
import { assemble, type Dimension, stepFor } from '#core/report/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { listProjects } from '#server/features/projects/queries.ts'
import { type Asked, cellsOf, figuresOf, readWorked } from './cells.ts'
import { readByHour } from './hours.ts'
import { conditionsOf } from './selection.ts'

type Query = ReportSelection & RoundingQuery

/** What was worked, added up by one or two things. */
export async function readReport(db: Db, userId: string, query: Query, dimensions: readonly Dimension[]) {
  const asked = await ask(db, userId, query, dimensions)
  if (dimensions.includes('hour')) return readByHour(db, asked, dimensions)
  const plainDimensions = dimensions.filter((dimension) => dimension !== 'tag')
  const plain = await readWorked(db, asked, plainDimensions)
  const isTagged = plainDimensions.length < dimensions.length
  const full = isTagged ? await readWorked(db, asked, dimensions) : plain
  const first = dimensions.slice(0, 1)
  const levels = [
    cellsOf(plain, asked, []),
    cellsOf(first[0] === 'tag' ? full : plain, asked, first),
    ...(dimensions.length > 1 ? [cellsOf(full, asked, dimensions)] : []),
  ]
  return { ...assemble(levels, dimensions, asked.rounding), figures: figuresOf(plain) }
}

export async function ask(db: Db, userId: string, query: Query, dimensions: readonly Dimension[]): Promise<Asked> {
  const { from, to, zone } = query
  const rounding = roundingOf(query)
  const period = periodOf(from, to, zone)
  const step = stepFor(dimensions, rounding)
  const projects = dimensions.includes('client') ? await listProjects(db, userId) : []
  return {
    userId,
    conditions: await conditionsOf(db, userId, query),
    places: step === undefined ? [{ ...period, date: from }] : placesOf(period, step, zone),
    zone,
    rounding,
    clientOf: new Map(projects.map(({ id, client }) => [id, client])),
  }
}

function roundingOf({ rounding, roundingMinutes, roundingPer }: RoundingQuery): Rounding | null {
  return rounding === 'off' ? null : { direction: rounding, minutes: roundingMinutes, per: roundingPer }
}
