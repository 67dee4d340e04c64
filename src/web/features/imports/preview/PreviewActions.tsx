import type { ImportPreview } from '#contract/imports.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { ImportProgress } from '#web/features/imports/ImportProgress.tsx'
import { useImports } from '#web/features/imports/queries.ts'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import * as classes from '#web/ui/theme/classes.ts'

interface PreviewActionsProps {
  /** Undefined while there is no valid preview. */
  preview: ImportPreview | undefined
  isReading: boolean
  isImporting: boolean
  error: Error | null
  onImport: () => void
  onCancel: () => void
}

/** Import and Cancel, always in view, with the reason why the file cannot be imported yet. */
export function PreviewActions({ preview, isReading, isImporting, error, ...actions }: PreviewActionsProps) {
  const { t } = useTranslation()
  const { running } = useImports()
  const obstacle = obstacleOf(preview)
  const count = preview?.counts.new ?? 0
  return (
    <div
      data-form-actions=""
      className="sticky bottom-[calc(3.625rem+env(safe-area-inset-bottom))] z-10 -mx-4 grid gap-3 border-t border-line bg-canvas px-4 py-3 md:bottom-0 md:mx-0 md:px-0 md:py-4"
    >
      <Notes isImporting={isImporting} obstacle={obstacle} error={error} />
      {isImporting && <ImportProgress item={running} />}
      {/* Keeps the buttons above the timer bar. */}
      <div className="mb-(--timer-bar) flex gap-2.5">
        <Button
          variant="primary"
          busy={isImporting || (isReading && preview !== undefined)}
          disabled={preview === undefined || obstacle !== undefined}
          onClick={actions.onImport}
          className="max-md:flex-1"
        >
          {count > 0 ? t('imports.preview.submit', { count }) : t('imports.preview.import')}
        </Button>
        <Button variant="ghost" disabled={isImporting} onClick={actions.onCancel} className="max-md:flex-1">
          {t('ui.cancel')}
        </Button>
      </div>
    </div>
  )
}

interface NotesProps extends Pick<PreviewActionsProps, 'isImporting' | 'error'> {
  obstacle: TextKey | undefined
}

function Notes({ isImporting, obstacle, error }: NotesProps) {
  const { t } = useTranslation()
  const note = isImporting ? 'imports.preview.importing' : obstacle
  return (
    <>
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {error !== null && !isImporting && errorMessage(error, t, 'imports.failed.create')}
      </p>
      <p role="status" className="max-w-140 text-caption text-ink-2 empty:hidden">
        {note !== undefined && t(note)}
      </p>
    </>
  )
}

function obstacleOf(preview: ImportPreview | undefined): TextKey | undefined {
  if (preview === undefined) return undefined
  const { missing, dateOrder, counts } = preview
  if (missing.length > 0) return 'imports.preview.columnsFirst'
  if (dateOrder === 'ambiguous') return 'imports.preview.answerFirst'
  return counts.new === 0 ? 'imports.preview.nothingNew' : undefined
}
