import { writeDuration } from '#core/time-entries/duration-text.ts'
import { createClock, formatHours } from './clock.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv-line.ts'
import type { ExportedEntry, ExportedReport } from './exported-report.ts'
import { joinSegments, joinTags } from './joined-cells.ts'
import { nameRounding } from './names.ts'

/** Always English, because programs find columns by their headings. */
const HEADINGS =
  'Date,Start,End,Duration,Hours,Milliseconds,Client,Project,Task,Tags,Notes,Mode,Time zone,Rounding,Entry,Segments'.split(
    ',',
  )

/** One line for each entry with its time in the report. The milliseconds add up to the report's total. */
export async function* writeCsv({ query, pages }: ExportedReport) {
  const { zone } = query
  const clock = createClock(zone)
  const rounding = nameRounding(query, 'en')
  yield BYTE_ORDER_MARK + csvLine(HEADINGS)
  for await (const entries of pages)
    yield entries
      .map((entry) =>
        csvLine([
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
