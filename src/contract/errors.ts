import * as z from 'zod/mini'

/** Every kind of failure of a request. Only `http/error-reply.ts` maps them to status codes. */
export const ERROR_CODES = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'scope-required',
  'second-factor-required',
  'two-factor-not-set-up',
  'not-found',
  'method-not-allowed',
  'conflict',
  'too-large',
  'unsupported',
  'rate-limited',
  'timeout',
  'unavailable',
  'internal',
] as const
const ErrorCode = z.enum(ERROR_CODES)
export type ErrorCode = z.infer<typeof ErrorCode>

export const ErrorBody = z.object({
  ok: z.literal(false),
  code: ErrorCode,
  /** A sentence in the caller's language. */
  message: z.string(),
  /** The same sentence, for clients that read this field. */
  error: z.string(),
  /** A sentence for each invalid field. */
  details: z.optional(z.record(z.string(), z.string())),
})
export type ErrorBody = z.infer<typeof ErrorBody>
