import type { Import } from '#contract/imports.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { TickProgress } from '#web/ui/timer/TickProgress.tsx'

/** The rows that are done, of all. Without an import the file is still being sent and read. */
export function ImportProgress({ item }: { item: Import | undefined }) {
  const { t } = useTranslation()
  const { readRows: done = 0, fileRows: count = 0 } = item ?? {}
  return (
    // The colours of a break stand out from the page.
    <div data-stage="break" className="grid max-w-140 gap-1 pt-1">
      <TickProgress label={t('imports.progress.label')} value={count === 0 ? 0 : done / count} />
      <p className="text-caption text-ink-2 tabular-nums">
        {count === 0 ? t('imports.progress.sending') : t('imports.progress.rows', { count, done })}
      </p>
    </div>
  )
}
