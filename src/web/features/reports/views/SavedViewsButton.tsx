import { Bookmark } from 'lucide-react'
import { Suspense } from 'react'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'

const loadPanel = () => import('./SavedViewsPanel.tsx')
const SavedViewsPanel = lazyComponent(() => loadPanel().then((module) => ({ default: module.SavedViewsPanel })))

/** Opens the list of saved views. */
export function SavedViewsButton({ search }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const { wasOpened, trigger, panel } = useLazyPanel(loadPanel)
  return (
    <>
      <Button variant="ghost" icon={<Bookmark size={17} strokeWidth={1.75} aria-hidden="true" />} {...trigger}>
        {t('reports.views.label')}
      </Button>
      {wasOpened && (
        <Suspense>
          <SavedViewsPanel search={search} panel={panel} />
        </Suspense>
      )}
    </>
  )
}
