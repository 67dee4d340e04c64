import { Construction } from 'lucide-react'
import { maintenanceStore } from '#web/api/maintenance.ts'
import { useTranslation } from '#web/i18n/i18n.ts'

/** Shown above every page while the site is in maintenance. Changes wait on this device, and are sent afterwards. */
export function MaintenanceBanner() {
  const { t } = useTranslation()
  const maintenance = maintenanceStore.useValue()
  return (
    <div role="status">
      {maintenance !== null && (
        <div className="mb-4 flex items-center gap-3 rounded-panel border border-line bg-surface px-4 py-2.5 text-secondary">
          <Construction size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-warning-ink" />
          <p className="min-w-0 flex-1 wrap-anywhere text-ink-2">
            {maintenance.message !== '' && <strong className="font-strong text-ink">{maintenance.message} </strong>}
            {t('shell.maintenance')}
          </p>
        </div>
      )}
    </div>
  )
}
