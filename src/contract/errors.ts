import * as z from 'zod/mini'

/** Every way a call can fail on the server. `http/error-reply.ts` alone knows their status numbers. */
const ErrorCode = z.enum([
  'invalid',
  'unauthenticated',
  'not-found',
  'conflict',
  'too-large',
  'unsupported',
  'rate-limited',
  'timeout',
  'unavailable',
  'internal',
])
export type ErrorCode = z.infer<typeof ErrorCode>

export const ErrorBody = z.object({
  ok: z.literal(false),
  code: ErrorCode,
  /** A sentence in the caller's language. */
  message: z.string(),
  /** The same sentence again, for clients that look for it here. */
  error: z.string(),
  /** Field name to sentence. */
  details: z.optional(z.record(z.string(), z.string())),
})
export type ErrorBody = z.infer<typeof ErrorBody>
