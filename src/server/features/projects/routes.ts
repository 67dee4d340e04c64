import type { FastifyInstance } from 'fastify'
import { projects } from '#contract/projects.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { assertFound } from '#server/errors.ts'
import { findClient } from '#server/features/clients/queries.ts'
import { serve, type Services } from '#server/http/serve.ts'
import {
  countProjectContents,
  deleteProject,
  findProject,
  insertProject,
  listProjects,
  updateProject,
} from './queries.ts'

type ProjectRemovedHandler = (userId: string, projectId: string) => Promise<unknown>

export function projectRoutes(app: FastifyInstance, services: Services, onRemoved: ProjectRemovedHandler) {
  const { db, now } = services

  serve(app, services, projects.list, ({ session }) => listProjects(db, session.userId))

  serve(app, services, projects.read, async ({ session, params }) =>
    assertFound(await findProject(db, session.userId, params.id), 'projectNotFound'),
  )

  serve(app, services, projects.create, ({ session: { userId }, body }) =>
    withUserLock(db, userId, async (db) => {
      const { id = newId(now()) } = body
      const known = await findProject(db, userId, id)
      if (known !== undefined) return known
      await checkClient(db, userId, body.client)
      return insertProject(db, userId, { ...body, id }, now())
    }),
  )

  serve(app, services, projects.update, ({ session: { userId }, params, body }) =>
    withUserLock(db, userId, async (db) => {
      await checkClient(db, userId, body.client)
      return assertFound(await updateProject(db, userId, { ...body, ...params }, now()), 'projectNotFound')
    }),
  )

  serve(app, services, projects.contents, async ({ session: { userId }, params }) => {
    assertFound(await findProject(db, userId, params.id), 'projectNotFound')
    return countProjectContents(db, userId, params.id)
  })

  serve(app, services, projects.remove, async ({ session: { userId }, params }) => {
    await withUserLock(db, userId, async (db) =>
      assertFound(await deleteProject(db, userId, params.id), 'projectNotFound'),
    )
    await onRemoved(userId, params.id)
    return null
  })
}

async function checkClient(db: Db, userId: string, client: string | null | undefined) {
  if (client) assertFound(await findClient(db, userId, client), 'clientNotFound')
}
