import { useTranslation } from '#web/i18n/i18n.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { usePageTitle } from './usePageTitle.ts'

/** Stands where a page is still to be built. */
export function EmptyPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle>{usePageTitle() ?? ''}</PageTitle>
      <div className="rounded-panel border border-line bg-surface md:mt-5">
        <EmptyState message={t('shell.emptyPage')} />
      </div>
    </>
  )
}
