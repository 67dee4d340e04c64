import { ApiError } from '#web/api/api-error.ts'
import type { TextKey, Translate } from '#web/i18n/i18n.ts'

/** Any failure as a sentence in the language of the interface; `fallback` stands in for a server that gave none. */
export function errorMessage(error: unknown, t: Translate, fallback: TextKey = 'message.requestFailed'): string {
  if (!(error instanceof ApiError)) return t('shell.error.unexpected')
  if (error.message !== '') return error.message
  if (error.code === 'offline') return t('message.offline')
  if (error.code === 'bad-reply') return t('message.badReply')
  if (error.code === 'no-token') return t('message.noToken')
  return t(fallback)
}
