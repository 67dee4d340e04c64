import { type Catalogue, nameOf } from '#client/catalogue.ts'
import { toTerminalText } from '#core/command-line/terminal-text.ts'

interface Work {
  projectId: string
  taskId: string | null
  tags: readonly string[]
  notes: string
}

/** “Website › Homepage #design · Proof reading” */
export function writeSubject(catalogue: Catalogue, work: Work | null): string {
  if (work === null) return '–'
  const task = nameOf(catalogue.tasks, work.taskId)
  const tags = work.tags.map((id) => ` #${nameOf(catalogue.tags, id)}`).join('')
  const note = work.notes === '' ? '' : ` · ${work.notes}`
  const project = nameOf(catalogue.projects, work.projectId) || '?'
  return toTerminalText(`${project}${task === '' ? '' : ` › ${task}`}${tags}${note}`)
}
