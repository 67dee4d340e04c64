import { ApiError } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { LogoMark } from '#web/ui/display/LogoMark.tsx'

/** Shown in place of the whole page when rendering it failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const hasOwnMessage = error instanceof Error && !(error instanceof ApiError) && error.message !== ''

  return (
    <main role="alert" className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <LogoMark size={36} />
      <h1 className="mt-2 text-title">{t('shell.error.heading')}</h1>
      <p className="max-w-120 break-words text-ink-2">{hasOwnMessage ? error.message : errorMessage(error, t)}</p>
      <Button variant="primary" onClick={() => location.reload()} className="mt-2">
        {t('shell.error.reload')}
      </Button>
    </main>
  )
}
