import type { FastifyInstance } from 'fastify'
import { type ProjectChange, projects } from '#contract/projects.ts'
import type { Db } from '#server/db/connect.ts'
import { assertFound } from '#server/errors.ts'
import { findClient } from '#server/features/clients/queries.ts'
import { serveCrud } from '#server/http/serve-crud.ts'
import { replyWithSortedList } from '#server/http/long-questions/sorted-list.ts'
import { serve, type Services } from '#server/http/serve.ts'
import {
  countProjectContents,
  deleteProject,
  deleteProjectContents,
  findProject,
  insertProject,
  listProjectNames,
  readProjects,
  updateProject,
} from './queries.ts'

type ProjectRemovedHandler = (userId: string, projectId: string) => Promise<unknown>

export function projectRoutes(app: FastifyInstance, services: Services, onRemoved: ProjectRemovedHandler) {
  const { db, questions } = services

  serve(app, services, projects.list, ({ session: { userId }, request }) =>
    replyWithSortedList(
      services,
      { userId, request },
      { read: readProjects, readNames: listProjectNames, wrap: (projects) => projects },
    ),
  )

  serveCrud(app, services, projects, {
    find: findProject,
    insert: insertProject,
    update: updateProject,
    removeDependents: deleteProjectContents,
    remove: deleteProject,
    notFound: 'projectNotFound',
    quota: 'projects',
    eventName: 'project',
    check: checkClient,
    onRemoved,
  })

  serve(app, services, projects.contents, async ({ session: { userId }, params, request }) => {
    assertFound(await findProject(db, userId, params.id), 'projectNotFound')
    return questions.ask({ userId, request }, (reader) => countProjectContents(reader, userId, params.id))
  })
}

async function checkClient(db: Db, userId: string, { client }: ProjectChange) {
  if (client) assertFound(await findClient(db, userId, client), 'clientNotFound')
}
