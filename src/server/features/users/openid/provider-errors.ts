import type { FastifyBaseLogger } from 'fastify'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { Refusal } from '#server/errors.ts'

/** Codes of `openid-client` for a provider that does not answer as one. They say nothing about the user's request. */
const FAULTS_OF_PROVIDER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
])

/** The refusal for an error of `openid-client`. The log gets codes alone, because errors contain claims and secrets. */
export function toRefusal(error: unknown, provider: string, log: FastifyBaseLogger): Refusal {
  if (error instanceof Refusal) return error
  const reason = reasonOf(error)
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return new Refusal('invalid', 'openidDenied')
  if (isFaultOfProvider(error)) {
    log.warn({ provider, reason }, 'the OpenID provider cannot be reached')
    return new Refusal('unavailable', 'openidUnavailable')
  }
  log.warn({ provider, reason }, 'a sign-in with the OpenID provider was refused')
  return new Refusal('invalid', 'openidFailed')
}

function isFaultOfProvider(error: unknown) {
  if (error instanceof AuthorizationResponseError)
    return error.error === 'server_error' || error.error === 'temporarily_unavailable'
  if (error instanceof ResponseBodyError) return error.status >= 500
  if (error instanceof ClientError) return error.code !== undefined && FAULTS_OF_PROVIDER.has(error.code)
  // `fetch` reports a lost connection as a TypeError with a cause.
  return error instanceof TypeError && error.cause !== undefined
}

function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return /^[\w-]{1,60}$/.test(error.error) ? error.error : 'unreadable'
  if (error instanceof ClientError) return error.code ?? error.name
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : (error as Error).name
}
