import type { TimeEntry } from '#contract/time-entries.ts'
import type { BulkChange } from '#web/features/time-entries/queries.ts'

/** What somebody wants of many entries. */
export interface BulkEditValues {
  project: string | undefined
  /** `none` takes it away. */
  task: string | undefined
  tags: string[]
  tagsMode: 'add' | 'replace'
  notes: string
}

export const EMPTY_VALUES: BulkEditValues = {
  project: undefined,
  task: undefined,
  tags: [],
  tagsMode: 'add',
  notes: '',
}

export function toBulkChange({ project, task, tags, tagsMode, notes }: BulkEditValues): BulkChange {
  return {
    ...(project !== undefined && { project }),
    ...(task !== undefined && { task: task === 'none' ? null : task }),
    ...(tags.length > 0 && (tagsMode === 'add' ? { addTags: tags } : { tags })),
    ...(notes.trim() !== '' && { notes }),
  }
}

/** What gives entries back what a change takes from them: one change for all that had the same. */
export function toInverseChanges(
  entries: readonly TimeEntry[],
  change: BulkChange,
): { ids: string[]; change: BulkChange }[] {
  const isAbout = (...names: (keyof BulkChange)[]) => names.some((name) => change[name] !== undefined)
  const before = entries.map(({ id, project, task, tags, notes }) => ({
    id,
    change: {
      ...(isAbout('project', 'task') && { project, task }),
      ...(isAbout('tags', 'addTags') && { tags }),
      ...(isAbout('notes') && { notes }),
    },
  }))
  const alike = Map.groupBy(before, (one) => JSON.stringify(one.change))
  return [...alike.values()].map((some) => ({ ids: some.map(({ id }) => id), change: some[0]!.change }))
}
