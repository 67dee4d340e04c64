import type { ReportSelection, RoundingQuery } from '#contract/reports.ts'
import type { Dimension } from '#core/report/dimensions.ts'
import { periodOf, placesOf } from '#core/report/periods.ts'
import type { Rounding } from '#core/report/rounding.ts'
import { assemble, createSum, stepFor } from '#core/report/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { listProjects } from '#server/features/projects/queries.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import { addFigures, addUpWithin, type Asked, cellOf, cellsOf, listSpanning, NO_FIGURES, withParts } from './cells.ts'
import { readAll } from './hours.ts'
import { conditionsOf } from './selection.ts'

type Query = ReportSelection & RoundingQuery

/** What was worked, added up by one or two things: most of it by the database, the rest is cut here. */
export async function readReport(db: Db, userId: string, query: Query, dimensions: readonly Dimension[]) {
  const asked = await ask(db, userId, query, dimensions)
  const { rows, tagged, spanning } = await readWorked(db, asked, dimensions)
  const levels = [[], dimensions.slice(0, 1), dimensions].slice(0, dimensions.length + 1)
  const sums = levels.map((level) => ({ level, ...createSum(asked.rounding) }))
  for (const { level, add } of sums)
    for (const row of level.includes('tag') ? tagged : rows) add(cellOf(row, asked, level))
  let figures = rows.reduce(addFigures, NO_FIGURES)
  const pace = createYielder()
  for await (const entry of spanning) {
    figures = addFigures(figures, entry.figures)
    for (const { level, add } of sums)
      for (const cell of cellsOf(entry, asked, level)) {
        add(cell)
        if (pace.shouldYield()) await pace.yieldToEventLoop()
      }
  }
  const summed = sums.map(({ rows }) => rows())
  return { ...assemble(summed, dimensions), figures }
}

/** Whoever has several tags is in several rows of those that are told apart by them. */
async function readWorked(db: Db, asked: Asked, dimensions: readonly Dimension[]) {
  if (dimensions.includes('hour')) return { rows: [], tagged: [], spanning: readAll(db, asked) }
  const untagged = dimensions.filter((dimension) => dimension !== 'tag')
  const [rows, tagged, spanning] = await Promise.all([
    addUpWithin(db, asked, untagged),
    dimensions.includes('tag') ? addUpWithin(db, asked, dimensions) : [],
    listSpanning(db, asked),
  ])
  return { rows, tagged, spanning: withParts(db, asked, spanning) }
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
