import { writeDuration } from '#core/time-entries/duration-text.ts'
import { createClock, formatHours } from './clock.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv-line.ts'
import type { ExportedEntry, ExportedReport } from './exported-report.ts'
import { joinSegments, joinTags } from './joined-cells.ts'
import { nameRounding } from './names.ts'
import { createColumnSelection, type EntryColumn } from '#server/features/reports/shared/shown-columns.ts'
import { writeLinesCsv } from '#server/features/reports/shared/lines-csv.ts'

/** Always English, because programs find columns by their headings. */
const HEADINGS =
  'Date,Start,End,Duration,Hours,Milliseconds,Client,Project,Task,Tags,Notes,Mode,Time zone,Rounding,Entry,Segments'.split(
    ',',
  )
const COLUMNS: Partial<Record<string, EntryColumn>> = {
  Client: 'client',
  Task: 'task',
  Tags: 'tags',
  Notes: 'notes',
  Mode: 'mode',
  Entry: 'entry',
}

/** One line for each entry with its time in the report. The milliseconds add up to the report's total. */
export async function* writeCsv(report: ExportedReport) {
  const { query, pages, fields } = report
  if (fields?.entries === false) return yield* writeLinesCsv(report)
  const { zone } = query
  const clock = createClock(zone)
  const rounding = nameRounding(query, 'en')
  const selectShown = createColumnSelection(
    HEADINGS.map((heading) => COLUMNS[heading]),
    fields,
  )
  const line = (cells: readonly (string | number)[]) => csvLine(selectShown(cells))
  yield BYTE_ORDER_MARK + line(HEADINGS)
  for await (const entries of pages)
    yield entries
      .map((entry) =>
        line([
          clock.localTime(entry.start).date,
          clock.isoTime(entry.start),
          clock.isoTime(entry.end),
          writeDuration(entry.milliseconds),
          formatHours(entry.milliseconds, 4),
          entry.milliseconds,
          entry.client,
          entry.project,
          entry.task,
          joinTags(entry.tags),
          entry.notes,
          entry.kind,
          zone,
          rounding,
          entry.id,
          isSaidByColumns(entry) ? '' : joinSegments(entry.segments, clock),
        ]),
      )
      .join('')
}

/** Whether start, end and milliseconds tell when was worked: there were no pauses, and rounding changed nothing. */
const isSaidByColumns = ({ segments, worked, milliseconds }: ExportedEntry) =>
  segments.length === 1 && worked === milliseconds
