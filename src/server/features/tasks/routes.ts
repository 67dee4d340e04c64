import type { FastifyInstance } from 'fastify'
import { tasks } from '#contract/tasks.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { assertFound } from '#server/errors.ts'
import { findProject } from '#server/features/projects/queries.ts'
import { countTimeEntries } from '#server/features/time-entries/queries.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { deleteTask, findTask, insertTask, listTasks, updateTask } from './queries.ts'

export function taskRoutes(app: FastifyInstance, services: Services) {
  const { db, now } = services

  serve(app, services, tasks.list, async ({ session: { userId }, query }) => {
    await checkProject(db, userId, query.projectId)
    return listTasks(db, userId, query.projectId)
  })

  serve(app, services, tasks.read, async ({ session, params }) =>
    assertFound(await findTask(db, session.userId, params.id), 'taskNotFound'),
  )

  serve(app, services, tasks.create, ({ session: { userId }, body }) =>
    withUserLock(db, userId, async (db) => {
      const { id = newId(now()) } = body
      const known = await findTask(db, userId, id)
      if (known !== undefined) return known
      await checkProject(db, userId, body.project)
      return insertTask(db, userId, { ...body, id }, now())
    }),
  )

  serve(app, services, tasks.update, ({ session: { userId }, params, body }) =>
    withUserLock(db, userId, async (db) => {
      await checkProject(db, userId, body.project)
      return assertFound(await updateTask(db, userId, { ...body, ...params }, now()), 'taskNotFound')
    }),
  )

  serve(app, services, tasks.contents, async ({ session: { userId }, params }) => {
    assertFound(await findTask(db, userId, params.id), 'taskNotFound')
    return countTimeEntries(db, userId, { taskId: params.id })
  })

  serve(app, services, tasks.remove, ({ session: { userId }, params }) =>
    withUserLock(db, userId, async (db) => {
      assertFound(await deleteTask(db, userId, params.id), 'taskNotFound')
      return null
    }),
  )
}

async function checkProject(db: Db, userId: string, project: string | undefined) {
  if (project !== undefined) assertFound(await findProject(db, userId, project), 'projectNotFound')
}
