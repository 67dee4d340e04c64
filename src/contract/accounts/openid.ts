import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, IdParams, LanguageField, messageKey, text, Time } from '#contract/fields.ts'
import { InvitationToken, Password, SignInResult } from '#contract/users.ts'

export const Provider = z.object({
  /** The name in the settings of the server. */
  id: z.string(),
  name: z.string(),
  /** A `data:` address; null if the operator chose none. */
  logo: z.nullable(z.string()),
})
export type Provider = z.infer<typeof Provider>

/** The ways to sign in that the operator has set up. Google's own button (`GET /users/google`) is not among them. */
export const SignInWays = z.object({
  providers: z.array(Provider),
  /** False: only providers sign in, and `register`, `login`, `forgotPassword` and `resetPassword` are refused. */
  password: z.boolean(),
})
export type SignInWays = z.infer<typeof SignInWays>

const Identity = z.object({
  id: Id,
  /** Null if the server does not know the provider any more. */
  provider: z.nullable(z.string()),
  /** Who the user is there: the address at the last sign-in, or the provider's own id. */
  label: z.string(),
  linkedAt: Time,
  lastUsedAt: Time,
})
export type Identity = z.infer<typeof Identity>

const required = messageKey('required')
const ProviderName = text(32).check(z.minLength(1, required))
const Flow = text(4_000).check(z.minLength(1, required))
const ProviderReply = text(8_000).check(z.minLength(1, required))

/** `flow` is kept by the caller and sent back with the provider's reply. `address` is the page of the provider to open. */
const StartedFlow = z.object({ address: z.string(), flow: z.string() })
/** `reply` is the query of the address to which the provider has redirected, such as `code=…&state=…`. */
const FinishedFlow = z.object({ flow: Flow, reply: ProviderReply })

export const openid = {
  ways: {
    method: 'GET',
    path: '/users/openid',
    summary: 'The OpenID providers that sign users in, and whether passwords do too',
    public: true,
    reply: SignInWays,
  },
  start: {
    method: 'POST',
    path: '/users/openid/start',
    summary: 'Begins a sign-in with an OpenID provider',
    public: true,
    body: z.object({ provider: ProviderName, language: z.optional(LanguageField) }),
    reply: StartedFlow,
  },
  signIn: {
    method: 'POST',
    path: '/users/openid/sign-in',
    summary: 'Signs in with the reply of an OpenID provider',
    public: true,
    limitsItself: true,
    /** The invitation is for a new account, where the server admits only invited users. */
    body: z.extend(FinishedFlow, { invitation: InvitationToken }),
    reply: SignInResult,
  },
  signOut: {
    method: 'POST',
    path: '/users/openid/sign-out',
    summary:
      'Ends the session of this request. Replies with the page of the provider that ends its session too; null if there is none',
    reply: z.object({ address: z.nullable(z.string()) }),
  },
  identities: {
    method: 'GET',
    path: '/users/openid/identities',
    summary: 'The accounts at OpenID providers that are linked to the user',
    reply: z.array(Identity),
  },
  startLink: {
    method: 'POST',
    path: '/users/openid/identities/start',
    summary:
      'Begins to link an account at an OpenID provider. Needs the password, or a session that began within the last 15 minutes',
    body: z.object({ provider: ProviderName, language: z.optional(LanguageField), password: z.optional(Password) }),
    reply: StartedFlow,
  },
  link: {
    method: 'POST',
    path: '/users/openid/identities',
    summary: 'Links the account of which an OpenID provider has replied',
    creates: true,
    body: FinishedFlow,
    reply: Identity,
  },
  unlink: {
    method: 'DELETE',
    path: '/users/openid/identities/:id',
    summary: 'Unlinks an account at an OpenID provider. Refused if the user could not sign in any more',
    params: IdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
