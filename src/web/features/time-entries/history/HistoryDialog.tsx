import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EntryChange, EntryHistory } from '#contract/time-entries.ts'
import { toLocale } from '#core/language.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { Tag } from '#web/ui/display/Tag.tsx'
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

/** The states of an entry, the present one first: what was changed when and where. Each earlier one can be restored. */
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
      {history !== undefined && <States history={history} isBusy={restore.isPending} onRestore={handleRestore} />}
    </Dialog>
  )
}

interface StatesProps {
  history: EntryHistory
  isBusy: boolean
  /** Restores the state before a change. */
  onRestore: (change: number) => void
}

function States({ history: { createdAt, createdBy, fileName, changes }, isBusy, onRestore }: StatesProps) {
  const { t } = useTranslation()
  // If the first change is not known any more, neither is the state before it.
  const isFirstKnown = changes.length === 0 || changes.at(-1)?.number === 1
  return (
    <ol aria-label={t('entries.history.title')}>
      {changes.map((change, index) => (
        <State
          key={change.number}
          title={t(`entries.history.kinds.${change.kind}`)}
          time={change.changedAt}
          device={change.device}
          isBusy={isBusy}
          onRestore={restorer(changes[index - 1], onRestore)}
        >
          <ChangeLines change={change} />
        </State>
      ))}
      <State
        title={
          fileName === null ? t(`entries.history.created.${createdBy}`) : t('entries.history.file', { file: fileName })
        }
        time={createdAt}
        isBusy={isBusy}
        onRestore={isFirstKnown ? restorer(changes.at(-1), onRestore) : null}
      />
    </ol>
  )
}

/** The state that a change has replaced is restored by the number of that change; the present state has none. */
const restorer = (next: EntryChange | undefined, onRestore: StatesProps['onRestore']) =>
  next && (() => onRestore(next.number))

interface StateProps {
  title: string
  time: string
  device?: string
  isBusy: boolean
  /** Undefined for the present state, null for one that is not known. */
  onRestore: (() => void) | undefined | null
  children?: ReactNode
}

function State({ title, time, device = '', isBusy, onRestore, children }: StateProps) {
  const { t, language } = useTranslation()
  const relativeTime = formatRelative(Date.parse(time), useNow().getTime(), toLocale(language))
  return (
    <li className="flex items-start gap-3 border-t border-line py-3 first:border-t-0 last:pb-0">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-secondary font-strong wrap-anywhere text-ink">{title}</p>
        <p className="text-caption text-ink-3 tabular-nums">{[relativeTime, device].filter(Boolean).join(' · ')}</p>
        {children}
      </div>
      {onRestore === undefined && <Tag>{t('entries.history.present')}</Tag>}
      {typeof onRestore === 'function' && (
        <Button
          variant="ghost"
          disabled={isBusy}
          aria-label={t('entries.history.restoreState', { state: `${title}, ${relativeTime}` })}
          onClick={onRestore}
        >
          {t('entries.history.restore')}
        </Button>
      )}
    </li>
  )
}

function ChangeLines({ change }: { change: EntryChange }) {
  const lines = useChangeLines()(change)
  return (
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
  )
}
