import { Clock4 } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { mutationsOf } from '#web/sync/mutations.ts'
import { useSyncState } from '#web/sync/sync-context.ts'

/** Marks an item with changes that the server has not confirmed yet. */
export function PendingSyncIcon({ id }: { id: string }) {
  const { t } = useTranslation()
  const isPending = useSyncState(({ data }) => mutationsOf(data).some(({ optimisticPatch }) => id in optimisticPatch))
  if (!isPending) return null
  return (
    <span title={t('shell.waiting.row')} className="relative z-1 flex-none text-ink-3">
      <Clock4 size={15} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{t('shell.waiting.row')}</span>
    </span>
  )
}
