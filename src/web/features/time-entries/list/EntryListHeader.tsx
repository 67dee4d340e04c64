import { useTranslation } from '#web/i18n/i18n.ts'
import { NewLink } from '#web/resources/list/NewLink.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { WorkedTotal } from './WorkedTotal.tsx'

interface EntryListHeaderProps {
  totals: { timeEntries: number; milliseconds: number } | undefined
  /** What runs is listed and counted too. */
  isRunning: boolean
  /** True if the user has no entries; the page then shows its own link to create one. */
  isNew: boolean
  /** On phones the bulk actions replace the link to a new entry. */
  isSelecting: boolean
}

export function EntryListHeader({ totals, isRunning, isNew, isSelecting }: EntryListHeaderProps) {
  const { t } = useTranslation()
  const count = (totals?.timeEntries ?? 0) + (isRunning ? 1 : 0)
  return (
    <header className="flex min-h-9 items-center gap-3.5 max-md:contents md:mb-2">
      <PageTitle>{t('shell.page.timeEntries')}</PageTitle>
      <p
        role="status"
        className="text-caption text-ink-2 tabular-nums max-md:order-4 max-md:flex-1 max-md:pl-1 md:border-l md:border-line md:pl-3.5 md:empty:hidden"
      >
        {totals !== undefined && count > 0 && (
          <>
            {t('entries.list.count', { count })} ·{' '}
            <strong className="font-strong text-ink">
              <WorkedTotal milliseconds={totals.milliseconds} isRunning={isRunning} />
            </strong>
          </>
        )}
      </p>
      {!isNew && (
        <NewLink
          resource="entries"
          className={`ml-auto max-md:order-2 max-md:w-11 max-md:px-0 max-md:[&>span]:sr-only ${isSelecting ? 'max-md:hidden' : ''}`}
        />
      )}
    </header>
  )
}
