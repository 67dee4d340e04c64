import type { FastifyInstance } from 'fastify'
import { tasks } from '#contract/tasks.ts'
import type { Db } from '#server/db/connect.ts'
import { assertFound } from '#server/errors.ts'
import { findProject } from '#server/features/projects/queries.ts'
import { countTimeEntries } from '#server/features/time-entries/queries.ts'
import { serveCrud } from '#server/http/serve-crud.ts'
import { replyWithSortedList } from '#server/http/long-questions/sorted-list.ts'
import { serve, type Services } from '#server/http/serve.ts'
import {
  deleteTask,
  findTask,
  insertTask,
  listTaskNames,
  readTasks,
  removeTaskFromEntries,
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
    check: (db, userId, { project }) => checkProject(db, userId, project),
  })

  serve(app, services, tasks.contents, async ({ session: { userId }, params, request }) => {
    assertFound(await findTask(db, userId, params.id), 'taskNotFound')
    return questions.ask({ userId, request }, (reader) => countTimeEntries(reader, userId, { taskId: params.id }))
  })
}

async function checkProject(db: Db, userId: string, project: string | undefined) {
  if (project !== undefined) assertFound(await findProject(db, userId, project), 'projectNotFound')
}
