import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { FeedPanel } from './feeds/FeedPanel.tsx'
import { CalendarPanel } from './subscriptions/CalendarPanel.tsx'

/** Ritmo in calendar apps, and calendars of other programs in Ritmo. */
export function CalendarsPage() {
  const { t } = useTranslation()
  return (
    <div className="grid max-w-190 grid-cols-1 gap-4">
      <div className="grid justify-items-start gap-1">
        <Link
          to="/settings"
          hash="integrations"
          className="-ml-1 flex items-center gap-0.5 text-secondary text-ink-2 hover:text-ink on-touch:min-h-11"
        >
          <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('calendars.back')}
        </Link>
        <PageTitle>{t('shell.page.calendars')}</PageTitle>
      </div>
      <FeedPanel />
      <CalendarPanel />
    </div>
  )
}
