import { type Catalogue, nameOf, type ResolvedFormats } from '#client/catalogue.ts'
import type { TimeEntry } from '#contract/time-entries.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { formatDate, SHORT_DATE } from '#core/writing/format-date.ts'
import { formatDuration } from '#core/writing/format-duration.ts'
import { formatTime } from '#core/writing/format-time.ts'
import { writeSubject } from './subject.ts'
import { bold, layOut } from './table.ts'

export const toEntryJson = (catalogue: Catalogue, entry: TimeEntry) => ({
  id: entry.id,
  project: nameOf(catalogue.projects, entry.project),
  task: nameOf(catalogue.tasks, entry.task) || null,
  tags: entry.tags.map((id) => nameOf(catalogue.tags, id)),
  note: entry.notes,
  start: entry.startTime,
  end: entry.endTime,
  seconds: Math.round(entry.duration / 1_000),
  isRunning: entry.isRunning,
})

interface Style {
  catalogue: Catalogue
  formats: ResolvedFormats
  language: string
  columns: number | undefined
  isColored: boolean
}

/** Entries under the headings of their days, the latest last, so that it stands above the prompt. */
export function writeEntries(entries: readonly TimeEntry[], style: Style): string[] {
  const { formats, language } = style
  const ordered = entries.toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))
  const rows = layOut(
    ordered.map((entry) => toRow(entry, style)),
    [{}, { align: 'end' }, {}],
    style.columns,
  )
  const dayOf = (entry: TimeEntry) => dateOf(Date.parse(entry.startTime), formats.zone)
  return ordered.flatMap((entry, index) => {
    const before = ordered[index - 1]
    const day = dayOf(entry)
    if (before !== undefined && dayOf(before) === day) return [rows[index]!]
    const total = ordered.filter((other) => dayOf(other) === day).reduce((sum, { duration }) => sum + duration, 0)
    const date = formatDate(day, language, { weekday: 'long', ...SHORT_DATE }, formats.dateOrder)
    const heading = `${date} · ${plain(formatDuration(total, language, formats.duration))}`
    return [...(index === 0 ? [] : ['']), bold(heading, style.isColored), rows[index]!]
  })
}

function toRow(entry: TimeEntry, { catalogue, formats, language }: Style) {
  const time = (at: string) => formatTime(at, language, formats)
  const { project: projectId, task: taskId, tags, notes } = entry
  return [
    `${time(entry.startTime)} – ${entry.endTime === null ? '…' : time(entry.endTime)}`,
    plain(formatDuration(entry.duration, language, formats.duration)),
    writeSubject(catalogue, { projectId, taskId, tags, notes }),
  ]
}

/** Programs that read the output split it at spaces, which hard spaces are not. */
export const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ')
