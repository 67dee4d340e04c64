import { RotateCw } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'

interface LoadErrorProps {
  onRetry: () => void
  isRetrying?: boolean
  /** Replaces the general message. */
  message?: string
}

/** For a part of the page that failed to load, with a retry button. */
export function LoadError({ onRetry, isRetrying = false, message }: LoadErrorProps) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-5 py-10 text-center text-ink-2">
      <p>{message ?? t('ui.loadFailed')}</p>
      <Button icon={<RotateCw size={16} aria-hidden="true" />} busy={isRetrying} onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  )
}
