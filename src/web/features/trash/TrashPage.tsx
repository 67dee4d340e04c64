import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrashItem } from '#contract/trash.ts'
import { toLocale } from '#core/language.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useFocusAfterRemoval } from '#web/ui/overlays/useFocusAfterRemoval.ts'
import { formatSpan } from './format-span.ts'
import { trashQuery, useEmptyTrash, useRemoveItem } from './queries.ts'
import { TrashRow, useItemName } from './TrashRow.tsx'

/** What was deleted, the latest first, to be restored or deleted permanently. */
export function TrashPage() {
  const { t, language } = useTranslation()
  const list = useInfiniteQuery({ ...trashQuery, refetchOnMount: 'always' })
  const { data, error, isFetching, refetch } = list
  const [removing, setRemoving] = useState<TrashItem>()
  const { items, count, retentionMs } = data ?? LOADING
  const { container, keepFocus } = useFocusAfterRemoval(items?.length)
  const time = formatSpan(retentionMs, toLocale(language))

  return (
    <div className="grid gap-4">
      <Header count={count} time={time} onEmptied={keepFocus} />
      <div
        ref={container}
        tabIndex={-1}
        className="overflow-clip rounded-panel border border-line bg-surface outline-none"
      >
        {items === undefined && <LoadState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
        {items?.length === 0 && <EmptyState message={t('trash.none', { time })} />}
        <ul aria-label={t('shell.page.trash')} className="empty:hidden">
          {items?.map((item) => (
            <TrashRow key={item.id} item={item} onRemove={() => setRemoving(item)} onRestored={keepFocus} />
          ))}
        </ul>
      </div>
      {list.hasNextPage && (
        <Button className="justify-self-center" busy={isFetching} onClick={() => void list.fetchNextPage()}>
          {t('trash.more')}
        </Button>
      )}
      <RemoveDialog item={removing} onClose={() => setRemoving(undefined)} onRemoved={keepFocus} />
    </div>
  )
}

const LOADING = { items: undefined, count: 0, retentionMs: 0 }

function Header({ count, time, onEmptied }: { count: number; time: string; onEmptied: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="grid gap-1">
        <PageTitle>{t('shell.page.trash')}</PageTitle>
        {count > 0 && <p className="text-secondary text-ink-2">{t('trash.about', { time })}</p>}
      </div>
      {count > 0 && <EmptyTrash count={count} onEmptied={onEmptied} />}
    </div>
  )
}

interface LoadStateProps {
  error: Error | null
  isRetrying: boolean
  onRetry: () => void
}

function LoadState({ error, isRetrying, onRetry }: LoadStateProps) {
  const { t } = useTranslation()
  if (error === null) return <Skeleton rows={3} />
  return <LoadError message={errorMessage(error, t)} isRetrying={isRetrying} onRetry={onRetry} />
}

function EmptyTrash({ count, onEmptied }: { count: number; onEmptied: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync: emptyTrash } = useEmptyTrash()
  const [isAsking, setIsAsking] = useState(false)
  const confirm = async () => {
    onEmptied()
    await emptyTrash()
    toast.show(t('trash.emptied'))
  }
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('trash.empty')}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('trash.emptyTitle')}
        confirmLabel={t('trash.empty')}
        onConfirm={confirm}
        describeError={(error) => errorMessage(error, t, 'trash.failed.empty')}
      >
        {t('trash.emptyText', { count })}
      </ConfirmDialog>
    </>
  )
}

interface RemoveDialogProps {
  /** The dialog is open while this is set. */
  item: TrashItem | undefined
  onClose: () => void
  onRemoved: () => void
}

function RemoveDialog({ item, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation()
  const { mutateAsync: remove } = useRemoveItem()
  // Keeps its text while it fades out.
  const [displayed, setDisplayed] = useState(item)
  if (item !== undefined && item !== displayed) setDisplayed(item)
  const nameOf = useItemName()
  if (displayed === undefined) return null

  const name = nameOf(displayed)
  const confirm = async () => {
    onRemoved()
    await remove(displayed.id)
    toast.show(t('trash.removed', { name }))
  }
  return (
    <ConfirmDialog
      isOpen={item !== undefined}
      onOpenChange={onClose}
      title={t('trash.removeTitle', { name })}
      confirmLabel={t('trash.remove')}
      onConfirm={confirm}
      describeError={(error) => errorMessage(error, t, 'trash.failed.remove')}
    >
      {t('trash.removeText')}
    </ConfirmDialog>
  )
}
