import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { users } from '#contract/users.ts'
import { uuidV7 } from '#core/uuid.ts'
import { Refusal } from '#server/errors.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { hashPassword, isPasswordOf } from './passwords.ts'
import { findPasswordHash, findUser, insertUser } from './queries.ts'
import type { Sessions } from './sessions.ts'

export function userRoutes(app: FastifyInstance, services: Services, sessions: Sessions) {
  const { db, now } = services

  serve(app, services, users.register, async ({ body }) => {
    const { password, ...rest } = body
    const passwordHash = await hashPassword(password)
    return db.transaction().execute(async (db) => {
      const user = await insertUser(db, { ...rest, id: uuidV7(now(), randomBytes(10)), passwordHash }, now())
      if (user === undefined) throw new Refusal('conflict', 'emailTaken', { email: { key: 'emailTaken', params: {} } })
      return { token: await sessions.open(db, user.id), user }
    })
  })

  serve(app, services, users.login, async ({ body }) => {
    const known = await findPasswordHash(db, body.email)
    const isRight = await isPasswordOf(known?.password_hash, body.password)
    const user = known && isRight ? await findUser(db, known.id) : undefined
    if (user === undefined) throw new Refusal('unauthenticated', 'badCredentials')
    return { token: await sessions.open(db, user.id), user }
  })

  serve(app, services, users.logout, async ({ session }) => {
    await sessions.close(db, session.userId, session.id)
    services.disconnect([session.id])
    return null
  })

  serve(app, services, users.profile, async ({ session }) => {
    const user = await findUser(db, session.userId)
    if (user === undefined) throw new Refusal('unauthenticated', 'unauthenticated')
    return user
  })
}
