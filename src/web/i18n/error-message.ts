import type { TFunction } from 'i18next'
import { ApiError } from '#web/api/api-error.ts'

/** Any failure as a sentence in the language of the interface. */
export function errorMessage(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('shell.error.unexpected')
  if (error.message !== '') return error.message
  if (error.code === 'offline') return t('message.offline')
  if (error.code === 'bad-reply') return t('message.badReply')
  return t('message.requestFailed')
}
