import { ApiError } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { setGlobalError } from '#web/app/shell/global-error.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import type { Refusal } from '#web/sync/sender.ts'
import { isMutation } from '#web/sync/mutations.ts'
import type { Operation } from '#web/sync/operation.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/** Tells the user about queued operations that were sent, and names those that the server has refused. */
export function showSent(sent: readonly Operation[], refused: readonly Refusal[]) {
  const { t } = currentTranslation()
  if (refused.length > 0) setGlobalError(toRefusalError(refused))
  const count = sent.filter(isMutation).length
  if (count > 0) toast.show(t('shell.waiting.sent', { count }), { tone: 'success' })
}

/** One error with a sentence for each operation, as no screen waits for any of them. */
function toRefusalError(refused: readonly Refusal[]) {
  const { t } = currentTranslation()
  const sentences = refused.map(({ operation, error }) => {
    const reason = firstFieldProblem(error) ?? errorMessage(error, t)
    return `${describe(operation)}: ${reason}.`
  })
  return new ApiError('invalid', { message: sentences.join(' ') })
}

function describe(operation: Operation) {
  const { t } = currentTranslation()
  if (!isMutation(operation)) return t('shell.waiting.commandRefused')
  const { failure, name } = operation.payload
  return name === undefined ? t(failure) : `${t(failure)} (${name})`
}

/** The problem of a field is more precise than the message of the whole reply. */
const firstFieldProblem = (error: ApiError) => Object.values(error.details)[0]
