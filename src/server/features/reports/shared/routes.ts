import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publicReport } from '#contract/integrations/shared-reports.ts'
import { periodOf } from '#core/report/buckets.ts'
import { assertFound } from '#server/errors.ts'
import { replyWithEntries } from '#server/features/reports/entries.ts'
import { replyWithFile } from '#server/features/reports/export-route.ts'
import { readNames } from '#server/features/reports/export/names.ts'
import { replyWithLines } from '#server/features/reports/reply-with-lines.ts'
import { conditionsOf } from '#server/features/reports/selection.ts'
import type { ReportOfLink } from '#server/features/shared-reports/queries.ts'
import { languageOf } from '#server/http/error-reply.ts'
import { closeOnFailure } from '#server/http/long-questions/long-questions.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { createReportGrants } from './grants.ts'
import { createLinkAccess } from './link-access.ts'
import { toPublicEntry } from './public-entry.ts'
import { readSharedReport } from './read-report.ts'
import { queryOfLink } from './shared-query.ts'

interface PublicReportParts {
  sessionSecret: string
  verifyPassword: (hash: string, password: string) => Promise<boolean>
}

const ENTRIES_PER_PAGE = 100

export function publicReportRoutes(app: FastifyInstance, services: Services, parts: PublicReportParts) {
  const { db, now, questions } = services
  const grants = createReportGrants(parts.sessionSecret, now)
  const access = createLinkAccess(services, { grants, verifyPassword: parts.verifyPassword })

  /** All visitors of one owner take turns as one user of their own, so that the owner never waits for them. */
  const ask = ({ user_id }: ReportOfLink, request: FastifyRequest) =>
    questions.open({ userId: `visitors of ${user_id}`, request, isFresh: false })

  serve(app, services, publicReport.open, async ({ body: { secret, password }, request }) => ({
    grant: await access.open(secret, password, request),
  }))

  serve(app, services, publicReport.read, async ({ query: { grant }, request }) => {
    const link = await access.requireLink(grant)
    const asked = { link, ...queryOfLink(link, now()), language: languageOf(request) }
    const question = ask(link, request)
    return closeOnFailure(question, async () => {
      const { lines, ...report } = await readSharedReport(question, db, asked)
      return replyWithLines({
        question,
        lines,
        countSublines: ({ lines }) => lines.length,
        wrap: (lines) => ({ ...report, lines }),
      })
    })
  })

  serve(app, services, publicReport.entries, async ({ query: { grant, cursor }, request }) => {
    const link = await access.requireLink(grant)
    const { query, fields } = queryOfLink(link, now())
    assertFound(fields.entries || undefined, 'linkNotFound')
    const { user_id: userId } = link
    const period = periodOf(query.from, query.to, query.zone)
    const question = ask(link, request)
    return closeOnFailure(question, () =>
      replyWithEntries(question, async (reader) => {
        const conditions = await conditionsOf(reader, userId, query)
        const names = await readNames(reader, { db, userId, language: languageOf(request), fields })
        const toReply = (entry: Parameters<typeof toPublicEntry>[0]) =>
          toPublicEntry(entry, period, { query, names, fields })
        return { userId, conditions, period, limit: ENTRIES_PER_PAGE, cursor, toReply }
      }),
    )
  })

  serve(app, services, publicReport.export, async ({ query: { grant, format }, request }) => {
    const link = await access.requireLink(grant)
    const { query, fields } = queryOfLink(link, now())
    return replyWithFile(services, ask(link, request), {
      userId: link.user_id,
      query: { ...query, format },
      language: languageOf(request),
      user: { name: link.owner_name, email: '' },
      fields,
      title: link.name,
    })
  })
}
