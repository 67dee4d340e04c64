import { SECOND_MS } from '#core/time/units.ts'
import { type Clock, createClock, formatClockTime, formatHours } from './clock.ts'
import { BYTE_ORDER_MARK, csvLine, quotedLine } from './csv-line.ts'
import type { ExportedEntry, ExportedReport } from './exported-report.ts'

const TOGGL_HEADINGS =
  'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags'.split(',')

/** Writes the columns of Toggl's export, which its import accepts. */
export async function* writeToggl({ query: { zone }, user, pages }: ExportedReport) {
  const clock = createClock(zone)
  yield BYTE_ORDER_MARK + csvLine(TOGGL_HEADINGS)
  for await (const entries of pages)
    yield entries
      .map((entry) => {
        const { start, end, milliseconds } = asOneSegment(entry, clock)
        const subject = [entry.client, entry.project, entry.task, entry.notes, 'No']
        const times = [start.date, start.time, end.date, end.time, formatClockTime(milliseconds)]
        return csvLine([user.name, user.email, ...subject, ...times, entry.tags.join(', ')])
      })
      .join('')
}

const CLOCKIFY_HEADINGS = (
  'Project,Client,Description,Task,User,Group,Email,Tags,Billable,Start Date,Start Time,End Date,End Time,' +
  'Duration (h),Duration (decimal),Billable Rate (USD),Billable Amount (USD)'
).split(',')

/** Writes the columns of Clockify's detailed report, in the default date and time formats of its import. */
export async function* writeClockify({ query: { zone }, user, pages }: ExportedReport) {
  const clock = createClock(zone)
  yield quotedLine(CLOCKIFY_HEADINGS)
  for await (const entries of pages)
    yield entries
      .map((entry) => {
        const { start, end, milliseconds } = asOneSegment(entry, clock)
        const subject = [entry.project, entry.client, entry.notes, entry.task, user.name, '', user.email]
        const times = [start, end].flatMap(({ date, time }) => [americanDate(date), americanTime(time)])
        const durations = [formatClockTime(milliseconds), formatHours(milliseconds, 2)]
        return quotedLine([...subject, entry.tags.join(', '), 'No', ...times, ...durations, '0.00', '0.00'])
      })
      .join('')
}

/**
 * Entries of other trackers have whole seconds and no pauses. The end becomes start plus worked time, so that they do
 * not count pauses as work.
 */
function asOneSegment({ start, worked }: ExportedEntry, clock: Clock) {
  const milliseconds = Math.max(SECOND_MS, Math.round(worked / SECOND_MS) * SECOND_MS)
  const from = Math.floor(start / SECOND_MS) * SECOND_MS
  return { start: clock.localTime(from), end: clock.localTime(from + milliseconds), milliseconds }
}

const americanDate = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`

function americanTime(time: string) {
  const hour = Number(time.slice(0, 2))
  return `${String(hour % 12 || 12).padStart(2, '0')}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}
