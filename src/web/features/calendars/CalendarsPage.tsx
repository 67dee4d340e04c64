import { useTranslation } from '#web/i18n/i18n.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { SettingsLink } from '#web/ui/layout/SettingsLink.tsx'
import { FeedPanel } from './feeds/FeedPanel.tsx'
import { CalendarPanel } from './subscriptions/CalendarPanel.tsx'

/** Ritmo in calendar apps, and calendars of other programs in Ritmo. */
export function CalendarsPage() {
  const { t } = useTranslation()
  return (
    <div className="grid max-w-190 grid-cols-1 gap-4">
      <div className="grid gap-1">
        <SettingsLink />
        <PageTitle>{t('shell.page.calendars')}</PageTitle>
      </div>
      <FeedPanel />
      <CalendarPanel />
    </div>
  )
}
