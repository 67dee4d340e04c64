import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The two style elements that React Aria adds by itself: touch behaviour of what can be pressed, and iOS scrolling. */
const REACT_ARIA_STYLES = [
  `'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='`,
  `'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='`,
].join(' ')

/** No inline script or style, nothing from elsewhere; text reaches the page only as text. */
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
  // The policy of this name is made by boot.js and lets nothing but the empty string and our own workers pass.
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

/** Answers that are true for a moment only, or meant for one person. */
const UNCACHED_PATHS = /^\/(api|health|ready|metrics)\b/

/** What every answer carries, errors included. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  if (!publicUrl.startsWith('https:')) return HEADERS
  return { ...HEADERS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
}

/** One hook for all of them: a header plugin cost more per request than validation does. */
export function setHeaders(app: FastifyInstance, headers: Record<string, string>, corsOrigins: string[]) {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (UNCACHED_PATHS.test(request.url)) reply.header('cache-control', 'no-store')
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
