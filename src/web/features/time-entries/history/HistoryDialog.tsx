import { useQuery } from '@tanstack/react-query'
import type { EntryChange, EntryHistory } from '#contract/entry-history.ts'
import { toLocale } from '#core/language.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { historyQuery, useRestoreState } from './queries.ts'
import { useChangeLines } from './useChangeLines.ts'

interface HistoryDialogProps {
  /** The id of the entry. */
  id: string
  isOpen: boolean
  onClose: () => void
  onRestored: () => void
}

/** When and where an entry was changed, the latest change first, each with a button that restores the state before. */
export function HistoryDialog({ id, isOpen, onClose, onRestored }: HistoryDialogProps) {
  const { t } = useTranslation()
  const { data: history, error, isFetching, refetch } = useQuery({ ...historyQuery(id), enabled: isOpen })
  const restore = useRestoreState(id)
  const handleRestore = (change: number) =>
    restore.mutate(change, {
      onSuccess: () => {
        toast.show(t('entries.history.restored'))
        onRestored()
      },
    })

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title={t('entries.history.title')}
      actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      {history === undefined && error !== null && (
        <LoadError message={errorMessage(error, t)} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {history === undefined && error === null && <Skeleton rows={2} />}
      {history !== undefined && (
        <ol aria-label={t('entries.history.title')}>
          {history.changes.map((change) => (
            <ChangeItem
              key={change.number}
              change={change}
              isBusy={restore.isPending}
              onRestore={() => handleRestore(change.number)}
            />
          ))}
          <CreationItem history={history} />
        </ol>
      )}
    </Dialog>
  )
}

interface ChangeItemProps {
  change: EntryChange
  isBusy: boolean
  onRestore: () => void
}

function ChangeItem({ change, isBusy, onRestore }: ChangeItemProps) {
  const { t } = useTranslation()
  const lines = useChangeLines()(change)
  const kind = t(`entries.history.kinds.${change.kind}`)
  const time = useRelativeTime(change.changedAt)
  return (
    <li className={ITEM}>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-secondary font-strong text-ink">{kind}</p>
        <p className="text-caption text-ink-3 tabular-nums">{[time, change.device].filter(Boolean).join(' · ')}</p>
        <dl className="mt-1 grid gap-0.5 text-secondary wrap-anywhere tabular-nums">
          {lines.map(({ field, before, after }) => (
            <div key={field}>
              <dt className="inline text-ink-3">{field}: </dt>
              <dd className="inline">
                <del className="text-ink-3">{before}</del> → <ins className="text-ink no-underline">{after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <Button
        variant="ghost"
        disabled={isBusy}
        aria-label={t('entries.history.restoreBefore', { change: kind, time })}
        onClick={onRestore}
      >
        {t('entries.history.restore')}
      </Button>
    </li>
  )
}

function CreationItem({ history: { createdAt, createdBy, fileName } }: { history: EntryHistory }) {
  const { t } = useTranslation()
  const time = useRelativeTime(createdAt)
  return (
    <li className={ITEM}>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-secondary font-strong text-ink wrap-anywhere">
          {fileName === null
            ? t(`entries.history.created.${createdBy}`)
            : t('entries.history.file', { file: fileName })}
        </p>
        <p className="text-caption text-ink-3 tabular-nums">{time}</p>
      </div>
    </li>
  )
}

function useRelativeTime(time: string) {
  const { language } = useTranslation()
  return formatRelative(Date.parse(time), useNow().getTime(), toLocale(language))
}

const ITEM = 'flex items-start gap-3 border-t border-line py-3 first:border-t-0 last:pb-0'
