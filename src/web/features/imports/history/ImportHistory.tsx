import { useState } from 'react'
import type { Import } from '#contract/files/imports.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { FORMAT_NAMES } from '#web/features/imports/import-formats.ts'
import { ImportProgress } from '#web/features/imports/ImportProgress.tsx'
import { useCancelImport, useContinueImport, useImports } from '#web/features/imports/queries.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatDate, SHORT_DATE } from '#web/ui/display/format-date.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { Tag } from '#web/ui/display/Tag.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { useFocusAfterRemoval } from '#web/ui/overlays/useFocusAfterRemoval.ts'
import { UndoImportDialog } from './UndoImportDialog.tsx'

interface ImportHistoryProps {
  /** Only those that run or were interrupted, or only the others. The panel of the former is there if there are any. */
  part?: 'unfinished' | 'finished'
  onUndone?: (id: string) => void
}

/** Earlier imports, latest first, each with a button to undo it. */
export function ImportHistory({ part, onUndone }: ImportHistoryProps) {
  const { t } = useTranslation()
  const { list, isImporting } = useImports()
  const imports = selectPart(list.data, part)
  const [undoing, setUndoing] = useState<Import>()
  const { container, keepFocus } = useFocusAfterRemoval(imports?.length)
  const handleUndone = () => {
    keepFocus()
    if (undoing !== undefined) onUndone?.(undoing.id)
  }
  const title = t(part === 'unfinished' ? 'imports.earlier.open' : 'imports.earlier.title')
  if (part === 'unfinished' && !imports?.length) return null
  return (
    <Panel title={title}>
      <div ref={container} tabIndex={-1} className="outline-none">
        {imports === undefined && <LoadState list={list} />}
        {imports?.length === 0 && <p className="px-5 pb-4 text-secondary text-ink-2">{t('imports.earlier.none')}</p>}
        <ul aria-label={title} className="empty:hidden">
          {imports?.map((item) => (
            <ImportRow key={item.id} item={item} isImporting={isImporting} onUndo={() => setUndoing(item)} />
          ))}
        </ul>
      </div>
      <UndoImportDialog item={undoing} onClose={() => setUndoing(undefined)} onUndone={handleUndone} />
    </Panel>
  )
}

const selectPart = (imports: readonly Import[] | undefined, part: ImportHistoryProps['part']) =>
  part === undefined ? imports : imports?.filter(({ isFinished }) => isFinished === (part === 'finished'))

function LoadState({ list: { error, isFetching, refetch } }: Pick<ReturnType<typeof useImports>, 'list'>) {
  const { t } = useTranslation()
  if (error === null) return <Skeleton rows={2} />
  return <LoadError message={errorMessage(error, t)} isRetrying={isFetching} onRetry={() => void refetch()} />
}

interface ImportRowProps {
  item: Import
  /** Nothing can be undone while any import runs. */
  isImporting: boolean
  onUndo: () => void
}

function ImportRow({ item, isImporting, onUndo }: ImportRowProps) {
  const { t } = useTranslation()
  const { isRunning } = item
  const isInterrupted = !isRunning && !item.isFinished
  const fileName = item.fileName || t('imports.earlier.unnamed')
  return (
    <li className="flex min-h-12.5 flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line py-2.5 pr-3 pl-5 first:border-t-0">
      <div className="grid min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-secondary font-strong wrap-anywhere">
          {fileName}
          {isRunning && <Tag>{t('imports.earlier.running')}</Tag>}
          {isInterrupted && <Tag>{t('imports.earlier.unfinished')}</Tag>}
        </p>
        <Facts item={item} />
        {isRunning && <ImportProgress item={item} />}
      </div>
      {isRunning && <StopButton id={item.id} fileName={fileName} />}
      {isInterrupted && item.upload !== null && (
        <ContinueButton id={item.id} fileName={fileName} isDisabled={isImporting} />
      )}
      {!isRunning && (
        <Button
          variant="ghost"
          disabled={isImporting}
          aria-label={t('imports.earlier.undo', { file: fileName })}
          onClick={onUndo}
        >
          {t('ui.undo')}
        </Button>
      )}
    </li>
  )
}

function Facts({ item }: { item: Import }) {
  const { t, language } = useTranslation()
  const { format, createdAt, created, timeEntries, isRunning, isFinished, upload } = item
  const date = formatDate(dateOf(Date.parse(createdAt), currentZone()), language, SHORT_DATE)
  const facts = [
    `${date}, ${formatTime(createdAt, language)}`,
    format !== 'other' && FORMAT_NAMES[format],
    t('imports.earlier.entries', { count: created }),
    timeEntries < created && t('imports.earlier.left', { count: timeEntries }),
    !isRunning && !isFinished && t(upload === null ? 'imports.earlier.unfinishedHint' : 'imports.earlier.continueHint'),
  ]
  return <p className="text-caption text-ink-3 tabular-nums">{facts.filter((fact) => fact !== false).join(' · ')}</p>
}

interface RunButtonProps {
  id: string
  fileName: string
}

function StopButton({ id, fileName }: RunButtonProps) {
  const { t } = useTranslation()
  const cancel = useCancelImport()
  return (
    <Button
      busy={cancel.isPending}
      aria-label={t('imports.earlier.stop', { file: fileName })}
      onClick={() => cancel.mutate(id)}
    >
      {t('imports.preview.stop')}
    </Button>
  )
}

function ContinueButton({ id, fileName, isDisabled }: RunButtonProps & { isDisabled: boolean }) {
  const { t } = useTranslation()
  const run = useContinueImport()
  return (
    <Button
      busy={run.isPending}
      disabled={isDisabled && !run.isPending}
      aria-label={t('imports.earlier.continueFile', { file: fileName })}
      onClick={() => run.mutate(id)}
    >
      {t('imports.earlier.continue')}
    </Button>
  )
}
