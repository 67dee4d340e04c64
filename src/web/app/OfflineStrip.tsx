import { useQuery } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { ApiError } from '#web/api/api-error.ts'
import { profileQuery } from '#web/features/users/queries.ts'
import { errorMessage } from '#web/i18n/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/Button.tsx'

const ASK_AGAIN_MS = 5_000

/** A server that is silent or in trouble signs nobody out: the page stays, says what it waits for, and asks again. */
export function OfflineStrip() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery({
    ...profileQuery,
    refetchInterval: ({ state }) => state.error !== null && ASK_AGAIN_MS,
  })

  const hasAnswered = error instanceof ApiError && error.code !== 'offline'
  const sentence = hasAnswered ? errorMessage(error, t, 'shell.error.loadUser') : t('shell.offline')

  return (
    <div role="status">
      {(error !== null || data === undefined) && (
        <div className="mb-4 flex items-center gap-3 rounded-panel border border-line bg-surface py-2 pr-2 pl-4 text-secondary">
          <WifiOff size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-warning-ink" />
          <p className="flex-1 text-ink-2">{sentence}</p>
          <Button variant="ghost" busy={isFetching} onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
