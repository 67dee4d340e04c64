import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'

/** The way back from the page of a connected tool to the settings. */
export function SettingsLink() {
  const { t } = useTranslation()
  return (
    <Link
      to="/settings"
      hash="integrations"
      className="-ml-1 inline-flex w-fit items-center gap-0.5 text-caption font-medium text-ink-2 hover:text-ink on-touch:min-h-11"
    >
      <ChevronLeft size={15} aria-hidden="true" />
      {t('shell.page.settings')}
    </Link>
  )
}
