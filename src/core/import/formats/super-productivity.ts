import type { FileFormat, FormatEntry } from './format.ts'
import { fieldOf, isRecord, listOf, numberOf, textOf, textsOf, valuesOf } from './read-value.ts'

/** Where a backup has tasks: those of today, and archived ones of several versions. */
const TASK_STORES = [['task'], ['taskArchive'], ['archiveYoung', 'task'], ['archiveOld', 'task']]

/** A list that the app makes itself. */
const TODAY = 'TODAY'

/**
 * A backup. It has the time of each task and local day in milliseconds, without times of day. The time of a task with
 * subtasks is the sum of theirs.
 */
export const SUPER_PRODUCTIVITY: FileFormat<unknown> = {
  name: 'super-productivity',
  fields: ['start', 'milliseconds', 'project', 'task', 'tags', 'notes'],
  recognizes: (file) =>
    isRecord(fieldOf(dataOf(file), 'task', 'entities')) && isRecord(fieldOf(dataOf(file), 'project', 'entities')),
  *read(file) {
    const data = dataOf(file)
    const tasks = new Map<string, unknown>()
    for (const store of TASK_STORES)
      for (const task of valuesOf(fieldOf(data, ...store, 'entities')))
        if (!tasks.has(idOf(task))) tasks.set(idOf(task), task)
    let line = 0
    for (const task of tasks.values()) {
      if (listOf(fieldOf(task, 'subTaskIds')).length > 0) continue
      const days = fieldOf(task, 'timeSpentOnDay')
      for (const [day, spent] of isRecord(days) ? Object.entries(days) : []) {
        line += 1
        if (spent !== 0) yield { line, start: day, milliseconds: numberOf(spent), ...subjectOf(task, tasks, data) }
      }
    }
  },
}

/** Newer versions put the data beside details of the backup. */
const dataOf = (file: unknown) => fieldOf(file, 'data') ?? file

const idOf = (record: unknown) => textOf(fieldOf(record, 'id'))

const titleOf = (data: unknown, store: 'project' | 'tag', id: string) =>
  textOf(fieldOf(data, store, 'entities', id, 'title'))

/** A subtask is noted under its task. */
function subjectOf(task: unknown, tasks: ReadonlyMap<string, unknown>, data: unknown): Partial<FormatEntry> {
  const parent = tasks.get(textOf(fieldOf(task, 'parentId')))
  const owner = parent ?? task
  const project = textOf(fieldOf(task, 'projectId')) || textOf(fieldOf(owner, 'projectId'))
  const tags = textsOf(fieldOf(owner, 'tagIds')).filter((id) => id !== TODAY)
  return {
    project: titleOf(data, 'project', project),
    task: textOf(fieldOf(owner, 'title')),
    tags: tags.map((id) => titleOf(data, 'tag', id)).filter((title) => title !== ''),
    notes: parent === undefined ? '' : textOf(fieldOf(task, 'title')),
  }
}
