import * as z from 'zod/mini'
import { MAX_TIME, MIN_TIME } from '#core/time-entries/worked-time.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, IdParams, messageKey, name, Time } from '../fields.ts'
import { wireTime } from '../input/wire-time.ts'
import { Confirmation } from '../security/two-factor.ts'
import { TOKEN_SCOPES } from './token-scopes.ts'

const Scopes = z
  .array(z.enum(TOKEN_SCOPES, messageKey('invalidValue')))
  .check(z.minLength(1, messageKey('required')), z.maxLength(TOKEN_SCOPES.length))

const Token = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  /** The last characters of the token, to tell which one a program has. */
  ending: z.string(),
  createdAt: Time,
  /** Null if it does not expire. */
  expiresAt: z.nullable(Time),
  /** Null if it was not used yet. Exact to a minute. */
  lastUsedAt: z.nullable(Time),
  /** A whole IPv4 address or an IPv6 network. */
  lastAddress: z.nullable(z.string()),
})
export type Token = z.infer<typeof Token>

export const TokenDraft = z.object({
  name: name(),
  scopes: Scopes,
  /** Missing if it does not expire. */
  expiresAt: z.optional(wireTime<string>(MIN_TIME, MAX_TIME)),
})

export const tokens = {
  list: {
    method: 'GET',
    path: '/tokens',
    summary: 'The access tokens of the account, the latest first. Expired ones stay for 30 days',
    reply: z.array(Token),
  },
  create: {
    method: 'POST',
    path: '/tokens',
    summary:
      'Makes an access token for a program and replies with it, once. Needs a verified address and the password, a passkey, or a session that began within the last 15 minutes',
    creates: true,
    body: z.extend(TokenDraft, Confirmation.shape),
    reply: z.object({ ...Token.shape, secret: z.string() }),
  },
  revoke: {
    method: 'DELETE',
    path: '/tokens/:id',
    summary: 'Revokes an access token at once and closes its connections',
    params: IdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
