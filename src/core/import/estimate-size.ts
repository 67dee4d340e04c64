import { type ColumnIndexes, textAt } from './columns.ts'
import { MAX_NAME_LENGTH, MAX_NOTES_LENGTH, MAX_TAGS_LENGTH } from './import-model.ts'
import { splitTags, type TagOptions } from './tags.ts'

/** The most that a file can create. */
export interface SizeEstimate {
  rows: number
  /** Tags of rows, added up. */
  entryTags: number
  /** Bytes of UTF-8. */
  textBytes: number
  clients: number
  projects: number
  tasks: number
  tags: number
}

const MAX_BYTES_PER_CHARACTER = 3

/** Estimates from the cells alone, without reading times. Names are counted up to `maxNames` of each kind. */
export function createSizeEstimate(columns: ColumnIndexes, maxNames: number, tagOptions: TagOptions = {}) {
  const size: SizeEstimate = { rows: 0, entryTags: 0, textBytes: 0, clients: 0, projects: 0, tasks: 0, tags: 0 }
  const kinds = ['clients', 'projects', 'tasks', 'tags'] as const
  const names = { clients: new Set(), projects: new Set(), tasks: new Set(), tags: new Set() }

  function addName(kind: (typeof kinds)[number], name: string) {
    const known = names[kind]
    if (name === '' || known.size >= maxNames || known.has(name)) return
    known.add(name)
    size.textBytes += name.length * MAX_BYTES_PER_CHARACTER
  }

  return {
    addRecord(cells: readonly string[]) {
      const [client, project] = [textAt(cells, columns.client), textAt(cells, columns.project)]
      const tags = tagsOf(textAt(cells, columns.tags), tagOptions)
      size.rows += 1
      size.entryTags += tags.length
      const names = [client, project, textAt(cells, columns.task), ...tags]
      // The notes of a row get its names that are cut.
      const cutNames = names.filter(({ length }) => length > MAX_NAME_LENGTH).join('\n')
      const notesLength = textAt(cells, columns.notes).length + cutNames.length + 1
      size.textBytes += Math.min(notesLength, MAX_NOTES_LENGTH) * MAX_BYTES_PER_CHARACTER
      addName('clients', client)
      addName('projects', `${client}\0${project}`)
      addName('tasks', `${client}\0${project}\0${textAt(cells, columns.task)}`)
      for (const tag of tags) addName('tags', tag.trim())
    },
    finish(): SizeEstimate {
      for (const kind of kinds) size[kind] = names[kind].size
      return size
    },
  }
}

/** A longer cell is refused with its row. */
const tagsOf = (cell: string, options: TagOptions) =>
  cell === '' || cell.length > MAX_TAGS_LENGTH ? [] : splitTags(cell, options).parts
