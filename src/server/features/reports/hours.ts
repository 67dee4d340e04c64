import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { assemble, type Cell, type Dimension } from '#core/report/summary.ts'
import type { Db } from '#server/db/connect.ts'
import {
  type Asked,
  cellsOf,
  ENTRY_COLUMNS,
  type Figures,
  figuresOf,
  type Found,
  IS_LONG,
  SHORT_MS,
  type Spanning,
  wholeOf,
  withParts,
} from './cells.ts'

const PAGE = 500

/** Half of all entries reach from one hour into another: each is cut here, some at a time, so that others are served between. */
export async function readByHour(db: Db, asked: Asked, dimensions: readonly Dimension[]) {
  const levels = [[], dimensions.slice(0, 1), dimensions].slice(0, dimensions.length + 1)
  const sums = levels.map(() => new Map<string, Cell>())
  let figures: Figures = figuresOf({ rows: [], spanning: [] })
  for await (const spanning of pagesOf(db, asked)) {
    levels.forEach((level, index) => {
      for (const cell of cellsOf({ rows: [], spanning }, asked, level)) add(sums[index]!, cell)
    })
    figures = figuresOf({ rows: [], spanning: [{ figures }, ...spanning] })
    await setImmediate()
  }
  const cells = sums.map((sum) => [...sum.values()])
  return { ...assemble(cells, dimensions, asked.rounding), figures }
}

function add(sums: Map<string, Cell>, cell: Cell) {
  const id = JSON.stringify([cell.place, ...cell.keys])
  const { milliseconds = 0, entries = 0 } = sums.get(id) ?? {}
  sums.set(id, { ...cell, milliseconds: milliseconds + cell.milliseconds, entries: entries + cell.entries })
}

async function* pagesOf(db: Db, asked: Asked): AsyncGenerator<Spanning[]> {
  const { conditions, places } = asked
  const { from, to } = wholeOf(places)
  const long = await sql<Found>`
    select ${ENTRY_COLUMNS} from time_entries as entry
    where ${conditions} and ${IS_LONG} and entry.started_at < ${from - SHORT_MS} and entry.ended_at > ${from}`.execute(
    db,
  )
  yield withParts(db, asked, long.rows)
  let after = { started_at: from - SHORT_MS, id: '' }
  for (;;) {
    const { rows } = await sql<Found>`
      select ${ENTRY_COLUMNS} from time_entries as entry
      where ${conditions} and (entry.started_at, entry.id) > (${after.started_at}, ${after.id})
        and entry.started_at < ${to} and entry.ended_at > ${from}
      order by entry.started_at, entry.id limit ${PAGE}`.execute(db)
    yield withParts(db, asked, rows)
    if (rows.length < PAGE) return
    after = rows.at(-1)!
  }
}
