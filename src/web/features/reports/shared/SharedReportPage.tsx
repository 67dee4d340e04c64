import { useLocation } from '@tanstack/react-router'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SharedReportView } from './SharedReportView.tsx'
import { isNotFound, useSharedReport } from './useSharedReport.ts'

/** What people see who open the link of a shared report, whether they are signed in or not. */
export function SharedReportPage() {
  const { language } = useTranslation()
  const secret = useLocation({ select: ({ hash }) => hash })
  // Names such as “No client” are in the language of the request.
  return <ReportOfLink key={`${language} ${secret}`} secret={secret} />
}

function ReportOfLink({ secret }: { secret: string }) {
  const { t } = useTranslation()
  const { state, askForPart, unlock, retry } = useSharedReport(secret)
  if (state.name === 'shown')
    return <SharedReportView report={state.report} askForPart={askForPart} isFocused={state.wasLocked} />
  if (state.name === 'locked') return <PasswordForm error={state.error} onSubmit={unlock} />
  if (state.name === 'loading')
    return (
      <p role="status" className="grid place-items-center py-[20vh]">
        <Spinner size={28} />
        <span className="sr-only">{t('ui.loading')}</span>
      </p>
    )
  const isGone = isNotFound(state.error)
  return (
    <section className="mx-auto mt-[12vh] max-w-110 rounded-panel border border-line bg-surface">
      {isGone ? (
        <>
          <h1 className="sr-only">{t('reports.shared.title')}</h1>
          <EmptyState message={errorMessage(state.error, t)} />
        </>
      ) : (
        <LoadError
          message={errorMessage(state.error, t, 'reports.loadFailed')}
          onRetry={() => void retry()}
          isRetrying={false}
        />
      )}
    </section>
  )
}
