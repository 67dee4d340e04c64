import { useTranslation } from '#web/i18n/i18n.ts'
import { Spinner } from './Spinner.tsx'

/** For a route whose code and data are loading. */
export function PageSpinner() {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-accent">
      <Spinner size={36} />
      <span className="sr-only">{t('ui.loading')}</span>
    </div>
  )
}
