import { CallError, isForbidden } from '#client/call.ts'
import { NameError } from '#client/catalogue.ts'
import type { RejectionCode } from '#client/timer-device.ts'
import { CliError, EXIT, UsageError } from './errors.ts'
import type { TextKey } from './texts/en.ts'
import type { Translate } from './texts/text.ts'

export const isOffline = (error: unknown) =>
  error instanceof CallError && ['offline', 'unavailable'].includes(error.code)

const UNDECIDED_CODES = [
  'offline',
  'bad-reply',
  'unavailable',
  'timeout',
  'internal',
  'rate-limited',
  'unauthenticated',
]

/** Whether the server would refuse the same request again. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && !UNDECIDED_CODES.includes(error.code)

const EXPLAINED_CODES: readonly RejectionCode[] = [
  'not-running',
  'not-paused',
  'not-active',
  'already-running',
  'infinite',
  'unknown-project',
]

/** The text for an action that the timer does not allow. */
export const toRefusalKey = (code: RejectionCode): TextKey =>
  EXPLAINED_CODES.includes(code) ? (`refused.${code}` as TextKey) : 'refused.other'

/** The sentences for a failure and the exit code. Undefined for a bug. */
export function explainError(error: unknown, text: Translate, url: string) {
  if (error instanceof UsageError) return explainUsage(error, text)
  if (error instanceof CliError) return { message: text(error.key, error.params), exitCode: error.exitCode }
  if (error instanceof NameError) return { message: explainName(error, text), exitCode: EXIT.failed }
  if (error instanceof CallError) return explainCall(error, text, url)
  return undefined
}

function explainUsage({ key, params, candidates, exitCode }: UsageError, text: Translate) {
  const hint = candidates.length === 0 ? [] : [text('error.didYouMean', { names: candidates.join(', ') })]
  return { message: [text(key, params), ...hint].join(' '), exitCode }
}

function explainCall(error: CallError, text: Translate, url: string) {
  const { code, message, details } = error
  if (code === 'offline') return { message: text('error.unreachable', { url }), exitCode: EXIT.unreachable }
  if (code === 'unauthenticated') return { message: text('error.tokenRejected'), exitCode: EXIT.notSignedIn }
  if (code === 'bad-reply') return { message: text('error.badReply', { url }), exitCode: EXIT.failed }
  if (isForbidden(error)) return { message: text('error.forbidden', { message }), exitCode: EXIT.failed }
  return { message: [message, ...Object.values(details)].join(' '), exitCode: EXIT.failed }
}

const MAX_CANDIDATES = 8

function explainName({ kind, typed, isAmbiguous, candidates }: NameError, text: Translate) {
  const names = candidates.slice(0, MAX_CANDIDATES).join(', ') + (candidates.length > MAX_CANDIDATES ? ', …' : '')
  if (isAmbiguous) return text(`ambiguous.${kind}`, { typed, names })
  const hint = candidates.length === 0 ? [] : [text('error.didYouMean', { names })]
  return [text(`missing.${kind}`, { typed }), ...hint].join(' ')
}
