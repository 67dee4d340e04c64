import { CircleAlert } from 'lucide-react'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DismissButton } from '#web/ui/buttons/DismissButton.tsx'
import { dismissGlobalError, useGlobalError } from './global-error.ts'

/** Shows the latest error that no screen shows itself, until it is dismissed. */
export function GlobalErrorBanner() {
  const { t } = useTranslation()
  const failure = useGlobalError()

  return (
    <div role="alert" className="fixed top-4 right-4 left-4 z-50 sm:left-auto sm:max-w-100">
      {failure !== undefined && (
        <div className="flex items-start gap-2.5 rounded-panel border border-line bg-raised py-2 pr-2 pl-3.5 shadow-pop transition-opacity duration-200 starting:opacity-0">
          <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mt-2 flex-none text-danger-ink" />
          <p className="flex-1 py-1.5 text-secondary font-medium">{errorMessage(failure.error, t, failure.fallback)}</p>
          <DismissButton label={t('shell.error.dismiss')} onClick={dismissGlobalError} />
        </div>
      )}
    </div>
  )
}
