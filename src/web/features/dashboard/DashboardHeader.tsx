import { useSyncExternalStore } from 'react'
import { dateOf } from '#core/time/time-zone.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDate } from '#web/ui/display/format-date.ts'
import { SyncStatus } from './SyncStatus.tsx'

/** The visible heading is today's date. On phones the top bar already shows the page title. */
export function DashboardHeader() {
  const { t } = useTranslation()
  return (
    <header className="flex flex-wrap items-center gap-3.5 md:min-h-9">
      <h1 className="text-title max-md:text-heading">
        <span className="sr-only">{t('shell.page.dashboard')}, </span>
        <span className="inline-block first-letter:uppercase">{useToday()}</span>
      </h1>
      <SyncStatus />
    </header>
  )
}

function useToday() {
  const { language } = useTranslation()
  const today = () =>
    formatDate(dateOf(Date.now(), currentZone()), language, { weekday: 'long', day: 'numeric', month: 'long' })
  return useSyncExternalStore(everyMinute, today)
}

function everyMinute(onChange: () => void) {
  const interval = setInterval(onChange, 60_000)
  return () => clearInterval(interval)
}
