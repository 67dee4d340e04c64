import type { FastifyInstance } from 'fastify'
import { type TaskChange, tasks } from '#contract/tasks.ts'
import type { Db } from '#server/db/connect.ts'
import type { WithId } from '#server/db/values.ts'
import { assertFound, refuseField } from '#server/errors.ts'
import { findProject } from '#server/features/projects/queries.ts'
import { countTimeEntries } from '#server/features/time-entries/queries.ts'
import { serveCrud } from '#server/http/serve-crud.ts'
import { replyWithSortedList } from '#server/http/long-questions/sorted-list.ts'
import { serve, type Services } from '#server/http/serve.ts'
import {
  countEntriesUpTo,
  deleteTask,
  findTask,
  insertTask,
  listTaskNames,
  readTasks,
  removeTaskFromEntries,
  sumTaskProgress,
  updateTask,
} from './queries.ts'

export function taskRoutes(app: FastifyInstance, services: Services) {
  const { db, questions } = services

  serve(app, services, tasks.list, async ({ session: { userId }, query: { projectId }, request }) => {
    await checkProject(db, userId, projectId)
    return replyWithSortedList(
      services,
      { userId, request },
      {
        read: (db, userId, some) => readTasks(db, userId, some, projectId),
        readNames: (db, userId) => listTaskNames(db, userId, projectId),
        wrap: (tasks) => tasks,
      },
    )
  })

  serveCrud(app, services, tasks, {
    find: findTask,
    insert: insertTask,
    update: updateTask,
    removeDependents: removeTaskFromEntries,
    remove: deleteTask,
    notFound: 'taskNotFound',
    quota: 'tasks',
    eventName: 'task',
    announcedList: 'tasks',
    check: (db, userId, { project }) => checkProject(db, userId, project),
    limitUpdate: (userId, change) => limitMove(services, userId, change),
  })

  serve(app, services, tasks.progress, async ({ session: { userId }, request }) =>
    questions.ask({ userId, request }, (reader) => sumTaskProgress(reader, userId)),
  )

  serve(app, services, tasks.contents, async ({ session: { userId }, params, request }) => {
    assertFound(await findTask(db, userId, params.id), 'taskNotFound')
    return questions.ask({ userId, request }, (reader) => countTimeEntries(reader, userId, { taskId: params.id }))
  })
}

async function checkProject(db: Db, userId: string, project: string | undefined) {
  if (project !== undefined) assertFound(await findProject(db, userId, project), 'projectNotFound')
}

/** All entries of a task move in one statement, which nobody else can write beside. */
const MAX_MOVED_ENTRIES = 10_000
const MANY_ENTRIES = 500

async function limitMove({ db, limits }: Services, userId: string, { id, project }: WithId<TaskChange>) {
  const task = await findTask(db, userId, id)
  if (project === undefined || task === undefined || task.project === project) return
  const entries = await countEntriesUpTo(db, userId, { taskId: id, maximum: MAX_MOVED_ENTRIES + 1 })
  if (entries > MAX_MOVED_ENTRIES) throw refuseField('project', 'taskTooLargeToMove', 'conflict')
  if (entries >= MANY_ENTRIES) await limits.countAttempt('task-move', userId)
}
