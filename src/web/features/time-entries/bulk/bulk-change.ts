import type { TimeEntry } from '#contract/time-entries.ts'
import { groupBy } from '#core/group-by.ts'
import type { BulkChange, BulkInput } from '#web/features/time-entries/data/entry-types.ts'

/** The fields of the bulk edit dialog; an empty field keeps each entry's own value. */
export interface BulkEditValues {
  project: string | undefined
  /** `none` removes the task. */
  task: string | undefined
  tags: string[]
  tagsMode: 'add' | 'replace'
  notes: string
}

export const UNCHANGED: BulkEditValues = { project: undefined, task: undefined, tags: [], tagsMode: 'add', notes: '' }

export function toBulkChange({ project, task, tags, tagsMode, notes }: BulkEditValues): BulkChange {
  return {
    ...(project !== undefined && { project }),
    ...(task !== undefined && { task: task === 'none' ? null : task }),
    ...(tags.length > 0 && (tagsMode === 'add' ? { addTags: tags } : { tags })),
    ...(notes.trim() !== '' && { notes }),
  }
}

/** The changes that undo a bulk change: one for each group of entries that had the same values. */
export function toInverseChanges(entries: readonly TimeEntry[], change: BulkChange): BulkInput[] {
  const affects = (...names: (keyof BulkChange)[]) => names.some((name) => change[name] !== undefined)
  const before = entries.map(({ id, project, task, tags, notes }) => ({
    id,
    change: {
      ...(affects('project', 'task') && { project, task }),
      ...(affects('tags', 'addTags') && { tags }),
      ...(affects('notes') && { notes }),
    },
  }))
  const groups = groupBy(before, ({ change }) => JSON.stringify(change))
  return [...groups.values()].map((group) => ({ ids: group.map(({ id }) => id), change: group[0]!.change }))
}
