import { useQuery } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { profileQuery } from '#web/features/users/queries.ts'
import { Button } from '#web/ui/Button.tsx'

const ASK_AGAIN_MS = 5_000

/** A silent server signs nobody out: the page stays, says that it waits, and asks again. */
export function OfflineStrip() {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery({
    ...profileQuery,
    refetchInterval: ({ state }) => state.error !== null && ASK_AGAIN_MS,
  })

  return (
    <div role="status">
      {(isError || data === undefined) && (
        <div className="mb-4 flex items-center gap-3 rounded-panel border border-line bg-surface py-2 pr-2 pl-4 text-secondary">
          <WifiOff size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-warning-ink" />
          <p className="flex-1 text-ink-2">{t('shell.offline')}</p>
          <Button variant="ghost" busy={isFetching} onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
