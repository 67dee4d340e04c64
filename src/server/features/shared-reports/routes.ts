import type { FastifyInstance } from 'fastify'
import { sharedReports, type Sharing } from '#contract/integrations/shared-reports.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { assertFound, Refusal, refuseField } from '#server/errors.ts'
import { findReportView } from '#server/features/report-views/queries.ts'
import { isVerified, requireUser } from '#server/features/users/queries.ts'
import { type Services, type Session, serve } from '#server/http/serve.ts'
import {
  createLinkSecret,
  deleteSharedReport,
  findSharedReport,
  hashLinkSecret,
  insertSharedReport,
  listSharedReports,
  replaceLinkSecret,
  type SharedReportRow,
  toJson,
  updateSharedReport,
} from './queries.ts'

interface SharedReportParts {
  publicUrl: string
  /** Encrypts the secrets of links, which their owners want to copy again. */
  cipher: {
    encrypt: (secret: Buffer, owner: string) => string
    decrypt: (text: string, owner: string) => Buffer | undefined
  }
  hashPassword: (password: string) => Promise<string>
}

export function sharedReportRoutes(app: FastifyInstance, services: Services, parts: SharedReportParts) {
  const { db, now } = services
  const { publicUrl, cipher, hashPassword } = parts
  const ownerOf = (userId: string, viewId: string) => `${userId} ${viewId}`

  function createSecret(userId: string, viewId: string) {
    const secret = createLinkSecret()
    return { hash: hashLinkSecret(secret), encrypted: cipher.encrypt(Buffer.from(secret), ownerOf(userId, viewId)) }
  }

  /** The secret is in the fragment, which browsers send to no server (docs/decisions/0038). */
  function describe(row: SharedReportRow & { name: string }) {
    const secret = cipher.decrypt(row.secret, ownerOf(row.user_id, row.view_id))
    return toJson(row, secret === undefined ? null : `${publicUrl}/shared#${secret.toString()}`)
  }

  const read = async (db: Db, userId: string, viewId: string) =>
    describe(assertFound(await findSharedReport(db, userId, viewId), 'sharedReportNotFound'))

  serve(app, services, sharedReports.list, async ({ session: { userId } }) =>
    (await listSharedReports(db, userId)).map(describe),
  )

  serve(app, services, sharedReports.share, async ({ session, params: { id }, body }) => {
    const { userId } = session
    assertFound(await findReportView(db, userId, id), 'reportViewNotFound')
    if (typeof body.expiresAt === 'number' && body.expiresAt <= now()) throw refuseField('expiresAt', 'expiresInPast')
    await requireVerifiedUser(db, session)
    const change = await hashPasswordOf(body, hashPassword)
    return withUserLock(db, userId, async (db) => {
      assertFound(await findReportView(db, userId, id), 'reportViewNotFound')
      const key = { userId, viewId: id }
      const isShared = (await findSharedReport(db, userId, id)) !== undefined
      if (isShared) await updateSharedReport(db, key, change, now())
      else await insertSharedReport(db, key, { secret: createSecret(userId, id), change, now: now() })
      return read(db, userId, id)
    })
  })

  serve(app, services, sharedReports.replaceLink, async ({ session, params: { id } }) => {
    const { userId } = session
    return withUserLock(db, userId, async (db) => {
      const row = assertFound(await findSharedReport(db, userId, id), 'sharedReportNotFound')
      await requireVerifiedUser(db, session)
      await replaceLinkSecret(db, row, createSecret(userId, id), now())
      return read(db, userId, id)
    })
  })

  serve(app, services, sharedReports.revoke, async ({ session: { userId }, params: { id } }) => {
    const wasShared = await withUserLock(db, userId, (db) => deleteSharedReport(db, userId, id))
    if (!wasShared) throw new Refusal('not-found', 'sharedReportNotFound')
    return null
  })
}

async function requireVerifiedUser(db: Db, session: Session) {
  if (!isVerified(await requireUser(db, session))) throw new Refusal('forbidden', 'verifyBeforeSharing')
}

async function hashPasswordOf({ password, ...rest }: Sharing, hashPassword: SharedReportParts['hashPassword']) {
  if (password === undefined) return rest
  return { ...rest, passwordHash: password === null ? null : await hashPassword(password) }
}
