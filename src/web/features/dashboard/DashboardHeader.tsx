import { type ReactNode, useSyncExternalStore } from 'react'
import { isoWeekOf } from '#core/time/calendar-dates.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDate } from '#web/ui/display/format-date.ts'
import { SyncStatus } from './SyncStatus.tsx'

/** The visible heading is today's date. On phones the top bar already shows the page title. */
export function DashboardHeader({ children }: { children: ReactNode }) {
  const { t, language } = useTranslation()
  const date = useToday()
  return (
    <header className="flex flex-wrap items-center gap-3.5 md:min-h-9">
      <h1 className="text-title max-md:text-heading">
        <span className="sr-only">{t('shell.page.dashboard')}, </span>
        <span className="inline-block first-letter:uppercase">
          {formatDate(date, language, { weekday: 'long', day: 'numeric', month: 'long' })}
        </span>
      </h1>
      <p className="border-l border-line pl-3.5 text-caption text-ink-2 max-xl:hidden">
        {t('dashboard.weekNumber', { number: isoWeekOf(date) })}
      </p>
      <SyncStatus />
      {children}
    </header>
  )
}

/** Today's date: `YYYY-MM-DD`. */
const useToday = () => useSyncExternalStore(everyMinute, () => dateOf(Date.now(), currentZone()))

function everyMinute(onChange: () => void) {
  const interval = setInterval(onChange, 60_000)
  return () => clearInterval(interval)
}
