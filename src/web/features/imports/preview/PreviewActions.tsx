import type { ImportPreview } from '#contract/files/imports.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { findOpenQuestions, type ImportOptions } from '#web/features/imports/import-options.ts'
import { ImportProgress } from '#web/features/imports/ImportProgress.tsx'
import { useCancelImport, useImports } from '#web/features/imports/queries.ts'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import * as classes from '#web/ui/theme/classes.ts'

interface PreviewActionsProps {
  /** Undefined while there is no valid preview. */
  preview: ImportPreview | undefined
  options: ImportOptions
  isReading: boolean
  isImporting: boolean
  error: Error | null
  onImport: () => void
  onCancel: () => void
  /** The import was cancelled while it ran. */
  onStopped: () => void
}

/** Import and Cancel, always in view, with the reason why the file cannot be imported yet. */
export function PreviewActions({ preview, options, isReading, isImporting, error, ...actions }: PreviewActionsProps) {
  const { t } = useTranslation()
  const { running } = useImports()
  const stop = useCancelImport()
  const obstacle = obstacleOf(preview, options)
  const count = countToImport(preview, obstacle)
  const cancel = () => {
    if (!isImporting) actions.onCancel()
    else if (running !== undefined) stop.mutate(running.id, { onSuccess: actions.onStopped })
  }
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
        <Button
          variant="ghost"
          busy={stop.isPending}
          disabled={isImporting && running === undefined}
          onClick={cancel}
          className="max-md:flex-1"
        >
          {t(isImporting ? 'imports.preview.stop' : 'ui.cancel')}
        </Button>
      </div>
    </div>
  )
}

/** Before the questions are answered, the preview counts too much, such as the entries of other people. */
const countToImport = (preview: ImportPreview | undefined, obstacle: TextKey | undefined) =>
  preview === undefined || obstacle !== undefined ? 0 : preview.counts.new

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

function obstacleOf(preview: ImportPreview | undefined, options: ImportOptions): TextKey | undefined {
  if (preview === undefined) return undefined
  const [question] = findOpenQuestions(preview, options)
  if (question !== undefined) return `imports.preview.first.${question}`
  return preview.counts.new === 0 ? 'imports.preview.nothingNew' : undefined
}
