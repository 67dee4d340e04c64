import type { TextKey, Translate } from '#web/i18n/i18n.ts'
import { ApiError } from './api-error.ts'

/** The message of any error in the user's language. `fallback` is used if the server sent none. */
export function errorMessage(error: unknown, t: Translate, fallback: TextKey = 'message.requestFailed'): string {
  if (!(error instanceof ApiError)) return t('shell.error.unexpected')
  if (error.message !== '') return error.message
  if (error.code === 'offline') return t('message.offline')
  if (error.code === 'bad-reply') return t('message.badReply')
  if (error.code === 'no-token') return t('message.noToken')
  if (error.code === 'missing-token') return t('message.missingToken')
  return t(fallback)
}
