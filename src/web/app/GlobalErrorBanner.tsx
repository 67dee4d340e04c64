import { CircleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '#web/i18n/error-message.ts'
import { setGlobalError, useGlobalError } from './global-error.ts'

/** The latest failure that no screen shows by itself, until it is dismissed. */
export function GlobalErrorBanner() {
  const { t } = useTranslation()
  const error = useGlobalError()

  return (
    <div role="alert" className="fixed top-4 right-4 left-4 z-50 sm:left-auto sm:max-w-100">
      {error !== undefined && (
        <div className="flex items-start gap-2.5 rounded-panel border border-line bg-raised py-2 pr-2 pl-3.5 shadow-pop transition-opacity duration-200 starting:opacity-0">
          <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mt-2 flex-none text-danger-ink" />
          <p className="flex-1 py-1.5 text-secondary font-medium">{errorMessage(error, t)}</p>
          <button
            type="button"
            aria-label={t('shell.error.dismiss')}
            onClick={() => setGlobalError(undefined)}
            className="grid size-8.5 flex-none cursor-pointer place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink on-touch:size-11"
          >
            <X size={16} aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  )
}
