import { useQuery } from '@tanstack/react-query'
import { CloudUpload, WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { isServerUnreachable } from '#web/api/api-error.ts'
import { useQueueLength } from '#web/api/offline/mutation-queue.ts'
import { RESTORED_AT } from '#web/api/query-client.ts'
import { currentToken } from '#web/api/session.ts'
import { onTimerChange, useTimer } from '#web/features/timer/queries.ts'
import { profileQuery } from '#web/features/users/queries.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'

const RETRY_INTERVAL_MS = 5_000

/** A server that is silent or in trouble signs nobody out: the page stays, says what waits, and asks again. */
export function OfflineStrip() {
  const { t } = useTranslation()
  const sentence = useStatusText()
  const { isFetching, refetch } = useProfile()
  useEffect(() => {
    const ask = () => currentToken() !== undefined && void refetch()
    const unfollow = onTimerChange((after, before) => before.socketConnected && !after.socketConnected && ask())
    addEventListener('offline', ask)
    return () => {
      unfollow()
      removeEventListener('offline', ask)
    }
  }, [refetch])
  const Icon = sentence.isOffline ? WifiOff : CloudUpload

  return (
    <div role="status">
      {sentence.text !== undefined && (
        <div className="mb-4 flex items-center gap-3 rounded-panel border border-line bg-surface py-2 pr-2 pl-4 text-secondary">
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-warning-ink" />
          <p className="flex-1 text-ink-2">{sentence.text}</p>
          <Button variant="ghost" busy={isFetching} onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Any answer to it has what waits sent; a silence is told at once. */
const useProfile = () =>
  useQuery({ ...profileQuery, retry: false, refetchInterval: ({ state }) => state.error !== null && RETRY_INTERVAL_MS })

function useStatusText() {
  const { t } = useTranslation()
  const { data, dataUpdatedAt, error } = useProfile()
  const changes = useQueueLength()
  const runs = useTimer(({ pendingRunCount: waiting }) => waiting)
  const isUnheard = data === undefined || dataUpdatedAt === RESTORED_AT
  const isOffline = isServerUnreachable(error) || (error === null && isUnheard)
  const count = changes + runs
  if (isOffline) return { isOffline, text: count > 0 ? t('shell.waiting.offline', { count }) : t('shell.offline') }
  if (error !== null) return { isOffline, text: errorMessage(error, t, 'shell.error.loadUser') }
  // What the timer sends is told by the timer.
  return { isOffline, text: changes > 0 ? t('shell.waiting.pending', { count: changes }) : undefined }
}
