import type { FastifyInstance } from 'fastify'
import { reportViews } from '#contract/report-views.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { assertFound } from '#server/errors.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { deleteReportView, findReportView, insertReportView, listReportViews, updateReportView } from './queries.ts'

export function reportViewRoutes(app: FastifyInstance, services: Services) {
  const { db, now } = services

  serve(app, services, reportViews.list, ({ session }) => listReportViews(db, session.userId))

  serve(app, services, reportViews.read, async ({ session, params }) =>
    assertFound(await findReportView(db, session.userId, params.id), 'reportViewNotFound'),
  )

  serve(app, services, reportViews.create, ({ session: { userId }, body }) =>
    withUserLock(db, userId, async (db) => {
      const { id = newId(now()) } = body
      return (await findReportView(db, userId, id)) ?? insertReportView(db, userId, { ...body, id }, now())
    }),
  )

  serve(app, services, reportViews.update, ({ session: { userId }, params, body }) =>
    withUserLock(db, userId, async (db) =>
      assertFound(await updateReportView(db, userId, { ...body, ...params }, now()), 'reportViewNotFound'),
    ),
  )

  serve(app, services, reportViews.remove, ({ session: { userId }, params }) =>
    withUserLock(db, userId, async (db) => {
      assertFound(await deleteReportView(db, userId, params.id), 'reportViewNotFound')
      return null
    }),
  )
}
