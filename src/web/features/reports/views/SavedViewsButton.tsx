import { Bookmark } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReportView } from '#contract/report-views.ts'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { loadIntegrationTexts, useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'

const loadPanel = () => import('./SavedViewsPanel.tsx')
const SavedViewsPanel = lazyComponent(() => loadPanel().then((module) => ({ default: module.SavedViewsPanel })))

const ShareDialog = lazyComponent(() =>
  Promise.all([import('#web/features/reports/sharing/ShareDialog.tsx'), loadIntegrationTexts()]).then(([module]) => ({
    default: module.ShareDialog,
  })),
)

/** Opens the list of saved views. */
export function SavedViewsButton({ search }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const { wasOpened, trigger, panel } = useLazyPanel(loadPanel)
  const [shared, setShared] = useState<ReportView>()
  const share = (view: ReportView) => {
    panel.onOpenChange(false)
    setShared(view)
  }
  return (
    <>
      <Button variant="ghost" icon={<Bookmark size={17} strokeWidth={1.75} aria-hidden="true" />} {...trigger}>
        {t('reports.views.label')}
      </Button>
      {wasOpened && (
        <Suspense>
          <SavedViewsPanel search={search} panel={panel} onShare={share} />
        </Suspense>
      )}
      {shared !== undefined && (
        <Suspense>
          <ShareDialog view={shared} onClose={() => setShared(undefined)} />
        </Suspense>
      )}
    </>
  )
}
