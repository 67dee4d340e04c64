import type { FastifyRequest } from 'fastify'
import { assertFound, refuseField } from '#server/errors.ts'
import {
  countView,
  findReportOfLink,
  hashLinkSecret,
  type ReportOfLink,
} from '#server/features/shared-reports/queries.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import type { Services } from '#server/http/serve.ts'
import type { ReportGrants } from './grants.ts'

interface LinkAccessParts {
  grants: ReportGrants
  verifyPassword: (hash: string, password: string) => Promise<boolean>
}

/** Decides who sees the report of a link. A link that is unknown, expired or revoked is refused in the same words. */
export function createLinkAccess(services: Services, { grants, verifyPassword }: LinkAccessParts) {
  const { db, now, limits, sessionOf, maintenance } = services

  async function findLink(secretHash: string) {
    const link = assertFound(await findReportOfLink(db, secretHash, now()), 'linkNotFound')
    await limits.countAttempt('shared-report', secretHash)
    return link
  }

  /** Attempts are counted before the check, so that parallel ones cannot exceed the limit. */
  async function checkPassword({ secret_hash: hash }: ReportOfLink, passwordHash: string, guess: PasswordGuess) {
    const ofNetwork = ['shared-report-password', `${hash} ${networkOf(guess.request.ip)}`] as const
    const ofLink = ['shared-report-passwords', hash] as const
    await limits.countAttempt(...ofNetwork)
    await limits.countAttempt(...ofLink)
    if (!(await verifyPassword(passwordHash, guess.password))) throw refuseField('password', 'linkPasswordWrong')
    await limits.refundAttempt(...ofNetwork)
    await limits.refundAttempt(...ofLink)
  }

  /** The owner's own visits do not count, nor do further ones from the same network within half an hour. */
  async function recordView(link: ReportOfLink, request: FastifyRequest) {
    if (maintenance() !== null || (await sessionOf(request))?.userId === link.user_id) return
    const subject = `${link.secret_hash} ${networkOf(request.ip)}`
    if ((await limits.tryCount('shared-report-view', subject)) === undefined) await countView(db, link, now())
  }

  return {
    /** The grant for the report of a link; null if a password is needed. */
    async open(secret: string, password: string | undefined, request: FastifyRequest) {
      const link = await findLink(hashLinkSecret(secret))
      if (link.password_hash !== null) {
        if (password === undefined) return null
        await checkPassword(link, link.password_hash, { password, request })
      }
      await recordView(link, request)
      return grants.create(link)
    },

    /** The report that a grant opens. It is read anew each time, so that a revoked link ends at once. */
    async requireLink(grant: string) {
      const link = await findLink(grants.linkOf(grant))
      return assertFound(grants.isValid(grant, link) ? link : undefined, 'linkNotFound')
    },
  }
}

interface PasswordGuess {
  password: string
  request: FastifyRequest
}
