import type { TimeEntry } from '#contract/time-entries.ts'
import type { Subject } from '#core/timer/state.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { Refusal } from '#server/errors.ts'

type SubjectFields = Pick<TimeEntry, 'project' | 'task' | 'notes' | 'tags'>

export function toSubject({ project, task, notes, tags }: SubjectFields): Subject {
  return { projectId: project, taskId: task, notes, tags }
}

/** Throws if the project, the task within it or a tag does not exist. One query, because every new entry needs it. */
export async function checkSubject(db: Db, userId: string, { projectId, taskId, tags }: Subject) {
  const tagIds = [...new Set(tags)]
  const found = await findReferences(db, userId, { projectId, taskId, tags: tagIds })
  if (found.project === null) throw new Refusal('not-found', 'projectNotFound')
  if (taskId !== null && found.task === null) throw new Refusal('not-found', 'taskNotFound')
  if (tagIds.length > 0 && found.tags !== tagIds.length) throw new Refusal('not-found', 'tagNotFound')
}

function findReferences(db: Db, userId: string, { projectId, taskId, tags }: Omit<Subject, 'notes'>) {
  const project = db.selectFrom('projects').select('id').where('user_id', '=', userId).where('id', '=', projectId)
  const task = db
    .selectFrom('tasks')
    .select('id')
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .where('id', '=', taskId)
  const tagCount = db
    .selectFrom('tags')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', tags))
  return db
    .selectNoFrom(project.as('project'))
    .$if(taskId !== null, (query) => query.select(task.as('task')))
    .$if(tags.length > 0, (query) => query.select(tagCount.as('tags')))
    .executeTakeFirstOrThrow()
}
