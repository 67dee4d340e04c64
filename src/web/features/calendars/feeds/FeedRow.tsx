import { useState } from 'react'
import { type CalendarFeed, calendarFeeds } from '#contract/integrations/calendars.ts'
import { toLocale } from '#core/language.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useFeedChange } from '#web/features/calendars/queries.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { LazyConfirmDialog } from '#web/ui/overlays/LazyConfirmDialog.tsx'

interface FeedRowProps {
  feed: CalendarFeed
  onEdit: () => void
  /** Called with the new address. */
  onRenewed: (address: string) => void
}

export function FeedRow({ feed, onEdit, onRenewed }: FeedRowProps) {
  const { t, language } = useTranslation()
  const now = useNow().getTime()
  const { name, fetchedAt } = feed
  const fetched =
    fetchedAt === null
      ? t('calendars.out.neverFetched')
      : t('calendars.out.fetched', { time: formatRelative(Date.parse(fetchedAt), now, toLocale(language)) })
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line py-3 pr-3 pl-5">
      <div className="grid min-w-0 flex-1 basis-52">
        <p className="text-secondary font-strong wrap-anywhere">{name}</p>
        <p className="text-caption text-ink-2">{describeContents(feed, t)}</p>
        <p className="text-caption text-ink-3">{fetched}</p>
      </div>
      <div className="flex flex-wrap items-center gap-1 max-sm:-ml-3.5">
        <Button variant="ghost" aria-label={t('calendars.out.edit', { name })} onClick={onEdit}>
          {t('calendars.change')}
        </Button>
        <RenewButton feed={feed} onRenewed={onRenewed} />
        <RemoveButton feed={feed} />
      </div>
    </li>
  )
}

function describeContents({ projects, clients, hasNotes, days }: CalendarFeed, t: Translate) {
  const count = projects.length + clients.length
  return [
    count === 0 ? t('calendars.out.everything') : t('calendars.out.only', { count }),
    t(hasNotes ? 'calendars.out.withNotes' : 'calendars.out.withoutNotes'),
    t('calendars.out.days', { count: days }),
  ].join(' · ')
}

function RenewButton({ feed: { id, name }, onRenewed }: Omit<FeedRowProps, 'onEdit'>) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync: renew } = useFeedChange(calendarFeeds.renew)
  const confirm = async () => {
    const { address } = await renew({ params: { id } })
    if (address !== null) onRenewed(address)
  }
  return (
    <>
      <Button variant="ghost" aria-label={t('calendars.out.renewNamed', { name })} onClick={() => setIsAsking(true)}>
        {t('calendars.out.renew')}
      </Button>
      <LazyConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('calendars.out.renewTitle', { name })}
        confirmLabel={t('calendars.out.renew')}
        onConfirm={confirm}
        describeError={(error) => errorMessage(error, t, 'calendars.failed.renew')}
      >
        {t('calendars.out.renewText')}
      </LazyConfirmDialog>
    </>
  )
}

function RemoveButton({ feed: { id, name } }: Pick<FeedRowProps, 'feed'>) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync: remove } = useFeedChange(calendarFeeds.remove)
  const confirm = async () => {
    await remove({ params: { id } })
    toast.show(t('calendars.out.removed'))
  }
  return (
    <>
      <Button variant="ghost" aria-label={t('calendars.out.removeNamed', { name })} onClick={() => setIsAsking(true)}>
        {t('calendars.out.remove')}
      </Button>
      <LazyConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('calendars.out.removeTitle', { name })}
        confirmLabel={t('calendars.out.remove')}
        onConfirm={confirm}
        describeError={(error) => errorMessage(error, t, 'calendars.failed.remove')}
      >
        {t('calendars.out.removeText')}
      </LazyConfirmDialog>
    </>
  )
}
