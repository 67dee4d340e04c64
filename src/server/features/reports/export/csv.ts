import { writeDuration } from '#core/time-entries/duration-text.ts'
import { createClock, formatHours } from './clock.ts'
import { csvLine } from './csv-line.ts'
import { nameRounding } from './names.ts'
import type { ExportedReport } from './exported-report.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/** Always English: what reads a table by its headings must find them. */
const HEADINGS = [
  'Date',
  'Start',
  'End',
  'Duration',
  'Hours',
  'Milliseconds',
  'Client',
  'Project',
  'Task',
  'Tags',
  'Notes',
  'Mode',
  'Time zone',
  'Rounding',
  'Entry',
]

/** Our own table: a line an entry, its time as the report counts it. The milliseconds add up to the report's total. */
export async function* writeCsv({ query, pages }: ExportedReport) {
  const { zone } = query
  const clock = createClock(zone)
  const rounding = nameRounding(query, 'en')
  yield BYTE_ORDER_MARK + csvLine(HEADINGS)
  for await (const entries of pages)
    yield entries
      .map((entry) =>
        csvLine([
          clock.read(entry.start).date,
          clock.write(entry.start),
          clock.write(entry.end),
          writeDuration(entry.milliseconds),
          formatHours(entry.milliseconds, 4),
          entry.milliseconds,
          entry.client,
          entry.project,
          entry.task,
          entry.tags.join(', '),
          entry.notes,
          entry.kind,
          zone,
          rounding,
          entry.id,
        ]),
      )
      .join('')
}
