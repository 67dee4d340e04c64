import { Bookmark } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Dialog } from 'react-aria-components'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import type { ReportSearchState } from './useReportSearch.ts'

const ViewsPanel = lazy(() => import('./ViewsPanel.tsx').then((module) => ({ default: module.ViewsPanel })))

/** Reports that were saved under a name. */
export function Views({ search }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  return (
    <Popover
      placement="bottom end"
      trigger={
        <Button variant="ghost" icon={<Bookmark size={17} strokeWidth={1.75} aria-hidden="true" />}>
          {t('reports.views.label')}
        </Button>
      }
    >
      <Dialog aria-label={t('reports.views.label')} className="grid w-76 max-w-full gap-3 outline-none">
        {({ close }) => (
          <Suspense fallback={<div className="h-16" />}>
            <ViewsPanel search={search} onDone={close} />
          </Suspense>
        )}
      </Dialog>
    </Popover>
  )
}
