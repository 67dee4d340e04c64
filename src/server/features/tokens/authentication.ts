import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/connect.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/serve.ts'
import { looksLikeToken } from './secrets.ts'
import { createTokenSessions, type TokenSessionOptions } from './token-sessions.ts'

interface LoginSessions extends Pick<TokenSessionOptions, 'isTwoFactorRequired'> {
  userIdOf: (token: string) => string | undefined
  find: (db: Db, token: string) => Promise<Session | undefined>
  createLoader: (db: Db) => (token: string) => Promise<Session | undefined>
}

/** Finds who sends a request or connects a socket, by the token of a login session or by an access token. */
export function createAuthentication(db: Db, sessions: LoginSessions, now: () => number) {
  const { isTwoFactorRequired } = sessions
  const tokens = createTokenSessions({ now, isTwoFactorRequired })
  const [loadSession, loadToken] = [sessions.createLoader(db), tokens.createLoader(db)]
  return {
    /** Without the database nobody knows whose access token it is, so programs count for their network. */
    callerOf(request: FastifyRequest) {
      const token = readToken(request)
      return (looksLikeToken(token) ? undefined : sessions.userIdOf(token)) ?? networkOf(request.ip)
    },

    sessionOf(request: FastifyRequest) {
      const token = readToken(request)
      return looksLikeToken(token) ? tokens.find(db, token, request.ip) : sessions.find(db, token)
    },

    /** For sockets: reads sessions that are asked for at the same time together. */
    findSession: (token: string) => (looksLikeToken(token) ? loadToken(token) : loadSession(token)),
  }
}

function readToken({ headers }: FastifyRequest) {
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? headers['x-auth-token']
  return typeof token === 'string' ? token : ''
}
