import { Download } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import type { ExportPanelProps } from './ExportPanel.tsx'
import { formatBytes } from '#web/ui/display/format-bytes.ts'
import { useExport } from './useExport.ts'

const loadPanel = () => import('./ExportPanel.tsx')
const ExportPanel = lazyComponent(() => loadPanel().then((module) => ({ default: module.ExportPanel })))

/** Exports the report as a file, or copies it to the clipboard. */
export function ExportMenu(props: Omit<ExportPanelProps, 'trigger' | 'onFormat'>) {
  const [wasOpened, setWasOpened] = useState(false)
  const { isRunning, bytes, start, cancel } = useExport(props.query)
  const button = <ExportButton busy={isRunning} />
  const prepare = () => void loadPanel().catch(() => undefined)

  return (
    <div className="relative">
      {bytes !== undefined && <Progress bytes={bytes} onCancel={cancel} />}
      {wasOpened ? (
        <Suspense fallback={button}>
          <ExportPanel {...props} trigger={button} onFormat={(format) => void start(format)} />
        </Suspense>
      ) : (
        <ExportButton
          aria-haspopup="menu"
          aria-expanded="false"
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => setWasOpened(true)}
        />
      )}
    </div>
  )
}

function ExportButton(button: ComponentProps<typeof Button>) {
  const { t } = useTranslation()
  return (
    <Button variant="ghost" icon={<Download size={17} strokeWidth={1.75} aria-hidden="true" />} {...button}>
      {t('reports.export.label')}
    </Button>
  )
}

/** Positioned below the button, so that it does not shift the layout. */
function Progress({ bytes, onCancel }: { bytes: number; onCancel: () => void }) {
  const { t, language } = useTranslation()
  return (
    <div
      className={`${classes.popover} absolute top-full right-0 z-50 flex items-center gap-2 py-1.5 pr-1.5 pl-4 whitespace-nowrap`}
    >
      <span role="status" className="text-secondary text-ink-2 tabular-nums">
        {bytes === 0 ? t('reports.export.preparing') : formatBytes(bytes, language)}
      </span>
      <Button variant="ghost" onClick={onCancel}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}
