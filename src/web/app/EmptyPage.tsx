import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { usePageTitle } from './usePageTitle.ts'

/** Stands where a page is still to be built. */
export function EmptyPage() {
  const { t } = useTranslation()
  return (
    <>
      <h1 className="max-md:in-[#main]:sr-only text-title">{usePageTitle()}</h1>
      <div className="mt-5 max-md:in-[#main]:mt-0 rounded-panel border border-line bg-surface">
        <EmptyState message={t('shell.emptyPage')} />
      </div>
    </>
  )
}
