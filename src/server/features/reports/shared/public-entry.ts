import type { PublicEntry } from '#contract/integrations/shared-reports.ts'
import type { ExportQuery } from '#contract/reports.ts'
import type { Period } from '#core/report/buckets.ts'
import { roundTime, timeWithin } from '#core/report/rounding.ts'
import { hideTexts, type SharedFields } from '#core/report/shared-report.ts'
import { toIsoTime } from '#server/db/values.ts'
import type { Names } from '#server/features/reports/export/names.ts'
import type { EntryValues } from '#server/features/time-entries/queries.ts'

interface EntryContext {
  query: ExportQuery
  names: Names
  fields: SharedFields
}

type Entry = Pick<EntryValues, 'projectId' | 'taskId' | 'tags' | 'notes' | 'segments'>

/** An entry of a shared report: its time within the report, with the names that are shown. */
export function toPublicEntry(entry: Entry, { from, to }: Period, { query, names, fields }: EntryContext): PublicEntry {
  const { projectId, taskId, tags, notes, segments } = entry
  const { rounding, roundingMinutes: minutes, roundingPer: per } = query
  const worked = timeWithin(segments, { from, to })
  const isRounded = rounding !== 'off' && per === 'entry'
  return hideTexts(
    {
      start: toIsoTime(Math.max(from, segments[0]?.[0] ?? from)),
      end: toIsoTime(Math.min(to, segments.at(-1)?.[1] ?? to)),
      milliseconds: isRounded ? roundTime(worked, { direction: rounding, minutes, per }) : worked,
      project: names.nameOrEmpty('project', projectId),
      client: names.nameOrEmpty('client', names.clientOf(projectId)),
      task: names.nameOrEmpty('task', taskId),
      tags: tags.map((tag) => names.nameOrEmpty('tag', tag)),
      notes,
    },
    fields,
  )
}
