import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, Link2, Pencil, RefreshCw, Unlink } from 'lucide-react'
import { useState } from 'react'
import type { SharedReport } from '#contract/integrations/shared-reports.ts'
import { toLocale } from '#core/language.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { reportViewList } from '#web/features/reports/queries.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { buttonClasses } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { formatDate, SHORT_DATE } from '#web/ui/display/format-date.ts'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { SettingsLink } from '#web/ui/layout/SettingsLink.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { lastDayOf } from './last-day.ts'
import { useCopyLink } from './LinkField.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { sharedReportsQuery, useReplaceLink, useRevoke } from './shared-report-queries.ts'

type Step = { name: 'edit' | 'replace' | 'revoke'; shared: SharedReport }

/** The views that are shared by a link. */
export function SharedReportsPage() {
  const { t } = useTranslation()
  const { data: list, error, isFetching, refetch } = useQuery({ ...sharedReportsQuery, refetchOnMount: 'always' })
  const [step, setStep] = useState<Step>()
  return (
    <div className="grid max-w-190 gap-4">
      <div className="grid gap-1">
        <SettingsLink />
        <PageTitle>{t('shell.page.sharedReports')}</PageTitle>
        <p className="text-secondary text-ink-2">{t('sharedReports.about')}</p>
      </div>
      <div className="overflow-clip rounded-panel border border-line bg-surface">
        {list === undefined && error === null && <Skeleton rows={3} />}
        {list === undefined && error !== null && (
          <LoadError message={errorMessage(error, t)} isRetrying={isFetching} onRetry={() => void refetch()} />
        )}
        {list?.length === 0 && (
          <EmptyState
            message={t('sharedReports.none')}
            action={
              <Link to="/reports" className={buttonClasses('primary')}>
                {t('shell.page.reports')}
              </Link>
            }
          />
        )}
        <ul aria-label={t('shell.page.sharedReports')} className="empty:hidden">
          {list?.map((shared) => (
            <SharedReportRow key={shared.id} shared={shared} onStep={(name) => setStep({ name, shared })} />
          ))}
        </ul>
      </div>
      {step !== undefined && <StepDialog step={step} onClose={() => setStep(undefined)} />}
    </div>
  )
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

function SharedReportRow({ shared, onStep }: { shared: SharedReport; onStep: (name: Step['name']) => void }) {
  const { t } = useTranslation()
  const copy = useCopyLink()
  const { name, link } = shared
  return (
    <li className="flex items-center gap-x-3.5 border-t border-line py-2.5 pr-3 pl-4 first:border-t-0 max-sm:flex-wrap">
      <Link2 size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-ink-3" />
      <div className="grid min-w-0 flex-1">
        <p className="text-secondary font-strong wrap-anywhere">{name}</p>
        <p className="text-caption text-ink-3 tabular-nums">{useFacts(shared).join(' · ')}</p>
      </div>
      <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-end">
        {link !== null && (
          <IconButton
            label={t('sharedReports.copyOf', { name })}
            icon={<Copy {...ICON} />}
            onClick={() => copy(link)}
          />
        )}
        <IconButton
          label={t('sharedReports.edit', { name })}
          icon={<Pencil {...ICON} />}
          onClick={() => onStep('edit')}
        />
        <IconButton
          label={t('sharedReports.replace', { name })}
          icon={<RefreshCw {...ICON} />}
          onClick={() => onStep('replace')}
        />
        <IconButton
          label={t('sharedReports.revoke', { name })}
          icon={<Unlink {...ICON} />}
          onClick={() => onStep('revoke')}
        />
      </div>
    </li>
  )
}

function useFacts({ views, viewedAt, expiresAt, hasPassword }: SharedReport) {
  const { t, language } = useTranslation()
  const now = useNow().getTime()
  const locale = toLocale(language)
  const relative = (time: string) => formatRelative(Date.parse(time), now, locale)
  const lastDay = lastDayOf(expiresAt, currentZone())
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now
  return [
    isExpired && t('sharedReports.expired'),
    !isExpired && lastDay !== null && t('sharedReports.expires', { day: formatDate(lastDay, language, SHORT_DATE) }),
    views === 0 ? t('sharedReports.neverViewed') : t('sharedReports.views', { count: views }),
    viewedAt !== null && t('sharedReports.viewed', { time: relative(viewedAt) }),
    hasPassword && t('sharedReports.protected'),
  ].filter((fact) => fact !== false)
}

function StepDialog({ step: { name, shared }, onClose }: { step: Step; onClose: () => void }) {
  const { t } = useTranslation()
  const { data: views } = useQuery(reportViewList.query)
  const { mutateAsync: replace } = useReplaceLink()
  const { mutateAsync: revoke } = useRevoke()
  const view = views?.find(({ id }) => id === shared.id)
  if (name === 'edit') return view && <ShareDialog view={view} onClose={onClose} />
  const confirm = async () => {
    await (name === 'replace' ? replace(shared.id) : revoke(shared.id))
    toast.show(t(name === 'replace' ? 'sharedReports.replaced' : 'sharedReports.revoked'))
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t(`sharedReports.${name}Title`, { name: shared.name })}
      confirmLabel={t(`sharedReports.${name}Action`)}
      onConfirm={confirm}
      describeError={(error) => errorMessage(error, t)}
    >
      {t(`sharedReports.${name}Text`)}
    </ConfirmDialog>
  )
}
