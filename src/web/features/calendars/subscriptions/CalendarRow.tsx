import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { type Calendar, calendars } from '#contract/integrations/calendars.ts'
import { toLocale } from '#core/language.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useCalendarChange } from '#web/features/calendars/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { LazyConfirmDialog } from '#web/ui/overlays/LazyConfirmDialog.tsx'

interface CalendarRowProps {
  calendar: Calendar
  onEdit: () => void
}

export function CalendarRow({ calendar, onEdit }: CalendarRowProps) {
  const { t } = useTranslation()
  const { id, name, color, isVisible, host } = calendar
  const { mutate: update } = useCalendarChange(calendars.update, 'calendars.failed.calendar')
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line py-3 pr-3 pl-5">
      <Checkbox
        aria-label={t('calendars.in.show', { name })}
        isSelected={isVisible}
        onChange={(isVisible) => update({ params: { id }, body: { isVisible } })}
      />
      <div className="grid min-w-0 flex-1 basis-52">
        <p className="flex items-center gap-2 text-secondary font-strong wrap-anywhere">
          <ColorDot color={color} />
          {name}
        </p>
        <Facts calendar={calendar} />
        <ProblemNote calendar={calendar} />
      </div>
      <div className="flex flex-wrap items-center gap-1 max-sm:-ml-3.5">
        {host !== null && <RefreshButton calendar={calendar} />}
        <Button variant="ghost" aria-label={t('calendars.in.edit', { name })} onClick={onEdit}>
          {t('calendars.change')}
        </Button>
        <RemoveButton calendar={calendar} />
      </div>
    </li>
  )
}

interface CalendarProps {
  calendar: Calendar
}

function Facts({ calendar: { host, events, isShortened, readAt } }: CalendarProps) {
  const { t, language } = useTranslation()
  const now = useNow().getTime()
  const facts = [
    host === null ? t('calendars.in.fromFile') : t('calendars.in.from', { host }),
    t(isShortened ? 'calendars.in.shortened' : 'calendars.in.events', { count: events }),
    ...(readAt === null
      ? []
      : [t('calendars.in.read', { time: formatRelative(Date.parse(readAt), now, toLocale(language)) })]),
  ]
  return <p className="text-caption text-ink-2 wrap-anywhere">{facts.join(' · ')}</p>
}

/** Why the calendar could not be read. Events that were read before stay. */
function ProblemNote({ calendar: { problem } }: CalendarProps) {
  const { t } = useTranslation()
  if (problem === null) return null
  return (
    <p className="flex items-start gap-1.5 pt-0.5 text-caption text-danger">
      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" className="mt-px flex-none" />
      {t(`calendars.problem.${problem}`)}
    </p>
  )
}

function RefreshButton({ calendar: { id, name } }: CalendarProps) {
  const { t } = useTranslation()
  const { mutate: refresh, isPending } = useCalendarChange(calendars.refresh, 'calendars.failed.refresh')
  const handleClick = () =>
    refresh(
      { params: { id } },
      { onSuccess: ({ problem }) => problem === null && toast.show(t('calendars.in.refreshed')) },
    )
  return (
    <Button
      variant="ghost"
      busy={isPending}
      aria-label={t('calendars.in.refreshNamed', { name })}
      onClick={handleClick}
    >
      {t('calendars.in.refresh')}
    </Button>
  )
}

function RemoveButton({ calendar: { id, name } }: CalendarProps) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync: remove } = useCalendarChange(calendars.remove)
  const confirm = async () => {
    await remove({ params: { id } })
    toast.show(t('calendars.in.removed'))
  }
  return (
    <>
      <Button variant="ghost" aria-label={t('calendars.in.removeNamed', { name })} onClick={() => setIsAsking(true)}>
        {t('calendars.in.remove')}
      </Button>
      <LazyConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('calendars.in.removeTitle', { name })}
        confirmLabel={t('calendars.in.remove')}
        onConfirm={confirm}
        describeError={(error) => errorMessage(error, t, 'calendars.failed.remove')}
      >
        {t('calendars.in.removeText')}
      </LazyConfirmDialog>
    </>
  )
}
