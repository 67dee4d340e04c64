import { useQuery } from '@tanstack/react-query'
import { CloudUpload, WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { isServerUnreachable } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { RESTORED_AT } from '#web/api/query-client.ts'
import { currentToken } from '#web/api/session.ts'
import { useTimer, useTimerService } from '#web/features/timer/queries.ts'
import { profileQuery } from '#web/features/users/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { mutationsOf } from '#web/sync/mutations.ts'
import { useSyncState } from '#web/sync/sync-context.ts'
import { Button } from '#web/ui/buttons/Button.tsx'

const RETRY_INTERVAL_MS = 5_000

/** Shows that the server is unreachable and how much is unsent. The page stays usable, and retries by itself. */
export function OfflineStrip() {
  const { t } = useTranslation()
  const status = useStatusText()
  const { store } = useTimerService()
  const { isFetching, refetch } = useProfile()
  useEffect(() => {
    const refetchIfSignedIn = () => currentToken() !== undefined && void refetch()
    const unsubscribe = store.subscribe(
      (after, before) => before.socketConnected && !after.socketConnected && refetchIfSignedIn(),
    )
    addEventListener('offline', refetchIfSignedIn)
    return () => {
      unsubscribe()
      removeEventListener('offline', refetchIfSignedIn)
    }
  }, [store, refetch])
  const Icon = status.isOffline ? WifiOff : CloudUpload

  return (
    <div role="status">
      {status.text !== undefined && (
        <div className="mb-4 flex items-center gap-3 rounded-panel border border-line bg-surface py-2 pr-2 pl-4 text-secondary">
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-warning-ink" />
          <p className="flex-1 text-ink-2">{status.text}</p>
          <Button variant="ghost" busy={isFetching} onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A reply to this request also triggers a flush of the queue. Without retries an unreachable server shows at once. */
const useProfile = () =>
  useQuery({ ...profileQuery, retry: false, refetchInterval: ({ state }) => state.error !== null && RETRY_INTERVAL_MS })

function useStatusText() {
  const { t } = useTranslation()
  const { data, dataUpdatedAt, error } = useProfile()
  const mutations = useSyncState(({ data }) => mutationsOf(data).length)
  // A command that saves nothing, such as discarding work, is a change, too.
  const timerChanges = useTimer(({ pending, unsentSessionCount }) => unsentSessionCount || Math.min(pending.length, 1))
  const hasNoReply = data === undefined || dataUpdatedAt === RESTORED_AT
  const isOffline = isServerUnreachable(error) || (error === null && hasNoReply)
  const count = mutations + timerChanges
  const warning = useSyncState(({ isDurable }) => isDurable) ? '' : ` ${t('dashboard.notDurable')}`
  const offline = count > 0 ? t('shell.waiting.offline', { count }) + warning : t('shell.offline')
  if (isOffline) return { isOffline, text: offline }
  if (error !== null) return { isOffline, text: errorMessage(error, t, 'shell.error.loadUser') }
  // The timer shows its own pending commands.
  return { isOffline, text: mutations > 0 ? t('shell.waiting.pending', { count: mutations }) + warning : undefined }
}
