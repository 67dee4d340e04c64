import type { TimeEntry } from '#contract/time-entries.ts'
import type { Subject } from '#core/timer/state.ts'
import type { Db } from '#server/db/connect.ts'
import { found, Refusal } from '#server/errors.ts'
import { findProject } from '#server/features/projects/queries.ts'
import { findTask } from '#server/features/tasks/queries.ts'
import { knownTags } from './queries.ts'

type About = Pick<TimeEntry, 'project' | 'task' | 'notes' | 'tags'>

export const subjectOf = ({ project: projectId, task: taskId, notes, tags }: About): Subject => ({
  projectId,
  taskId,
  notes,
  tags,
})

/** Refuses what is not there, and a task of another project. */
export async function checkSubject(db: Db, userId: string, { projectId, taskId, tags }: Subject) {
  found(await findProject(db, userId, projectId), 'projectNotFound')
  if (taskId !== null) await checkTask(db, userId, projectId, taskId)
  const wanted = new Set(tags)
  if ((await knownTags(db, userId, [...wanted])).length < wanted.size) throw new Refusal('not-found', 'tagNotFound')
}

async function checkTask(db: Db, userId: string, projectId: string, taskId: string) {
  const task = found(await findTask(db, userId, taskId), 'taskNotFound')
  if (task.project !== projectId) throw new Refusal('not-found', 'taskNotFound')
}
