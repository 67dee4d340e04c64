import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'
import { rememberDevice, rememberNetwork } from '#server/features/users/credentials/known-networks.ts'
import { hashPassword } from '#server/features/users/credentials/passwords.ts'
import { insertUser, toJson } from '#server/features/users/queries.ts'
import type { Sessions } from '#server/features/users/sessions/sessions.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'

interface Site {
  app: FastifyInstance
  db: Db
  sessions: Sessions
  now: () => number
}

/** The same for all, because hashing it takes longer than most tests. */
let passwordHash: Promise<string> | undefined

/** Stores what registration stores, and returns functions that call the API with the token of the new user. */
export async function signUp({ app, db, sessions, now }: Site, name: string) {
  passwordHash ??= hashPassword('Correct horse 1')
  const id = newId(now())
  const email = `${name.toLowerCase()}@example.org`
  const secrets = { password_hash: await passwordHash, verification_requested_at: now() }
  const user = await insertUser(db, { id, name, email, preferred_language: 'en', theme: 'light', ...secrets }, now())
  if (user === undefined) throw new Error(`${name} has an account already.`)
  await enqueueEmail(db, { kind: 'verify', userId: id, email, language: 'en' }, now())
  await rememberNetwork(db, id, networkOf(CLIENT.ip), now())
  await rememberDevice(db, id, CLIENT, now())
  const token = await sessions.create(db, id, CLIENT as FastifyRequest)
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE') => (path: string, body?: object) =>
    app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { payload: body }),
    })
  return {
    token,
    user: toJson(user, now()),
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    delete: call('DELETE'),
  }
}

/** What `inject` sends. */
const CLIENT = { headers: { 'user-agent': 'lightMyRequest' }, ip: '127.0.0.1' }
