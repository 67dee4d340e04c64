import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

/** Hashes of two style elements that React Aria adds: touch behaviour of pressable elements, and scrolling on iOS. */
const REACT_ARIA_STYLES = [
  `'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='`,
  `'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='`,
].join(' ')

/** Allows no inline script or style, nothing from other sites, and no HTML from strings. */
const CONTENT_POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' ${REACT_ARIA_STYLES}`,
  `img-src 'self' data: https://lh3.googleusercontent.com`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `manifest-src 'self'`,
  `worker-src 'self'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
  `object-src 'none'`,
  `require-trusted-types-for 'script'`,
  // boot.js creates the policy of this name. It allows only the empty string and our own workers.
  `trusted-types default`,
].join('; ')

const HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/** Replies that are personal or soon outdated must not be cached. */
const UNCACHED_PATHS = /^\/(api|health|ready|metrics)\b/
/** Shared reports are for those who have their link. */
const UNINDEXED_PATHS = /^\/(api|shared)\b/

export type TransportConfig = Pick<Config, 'publicUrl' | 'hstsSubdomains'>

/** The headers of every reply, including errors. */
export function securityHeaders({ publicUrl, hstsSubdomains }: TransportConfig): Record<string, string> {
  if (!publicUrl.startsWith('https:')) return HEADERS
  const subdomains = hstsSubdomains ? '; includeSubDomains' : ''
  return { ...HEADERS, 'strict-transport-security': `max-age=31536000${subdomains}` }
}

/** One hook for all headers: a plugin for them took longer per request than validation does. */
export function setHeaders(app: FastifyInstance, headers: Record<string, string>, corsOrigins: string[]) {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (UNCACHED_PATHS.test(request.url)) reply.header('cache-control', 'no-store')
    if (UNINDEXED_PATHS.test(request.url)) reply.header('x-robots-tag', 'noindex, nofollow')
    if (corsOrigins.length > 0) return allowOrigin(request, reply, corsOrigins)
  })
}

function allowOrigin(request: FastifyRequest, reply: FastifyReply, corsOrigins: string[]) {
  reply.header('vary', 'origin')
  const { origin } = request.headers
  if (origin === undefined || !corsOrigins.includes(origin)) return
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'link, retry-after, x-result-limit',
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (request.method !== 'OPTIONS') return
  reply.headers({
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': 'authorization, x-auth-token, content-type, accept-language, idempotency-key',
    'access-control-max-age': '600',
  })
  return reply.code(204).send()
}
