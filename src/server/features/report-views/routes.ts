import type { FastifyInstance } from 'fastify'
import { reportViews } from '#contract/report-views.ts'
import { serveCrud } from '#server/http/serve-crud.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { deleteReportView, findReportView, insertReportView, listReportViews, updateReportView } from './queries.ts'

export function reportViewRoutes(app: FastifyInstance, services: Services) {
  serve(app, services, reportViews.list, ({ session }) => listReportViews(services.db, session.userId))
  serveCrud(app, services, reportViews, {
    find: findReportView,
    insert: insertReportView,
    update: updateReportView,
    remove: deleteReportView,
    notFound: 'reportViewNotFound',
    quota: 'report-views',
  })
}
