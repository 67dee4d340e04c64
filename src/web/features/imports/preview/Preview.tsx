import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { ImportPreview, ImportResult } from '#contract/files/imports.ts'
import type { FileUpload } from '#contract/files/uploads.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { FilePicker } from '#web/features/imports/file/FilePicker.tsx'
import { FORMAT_NAMES } from '#web/features/imports/import-formats.ts'
import { defaultImportOptions, findOwnPerson } from '#web/features/imports/import-options.ts'
import type { DayRange } from '#web/features/imports/ImportResult.tsx'
import { previewQuery, useImport } from '#web/features/imports/queries.ts'
import { profileQuery } from '#web/features/users/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { formatDayRange } from './preview-dates.ts'
import { PreviewActions } from './PreviewActions.tsx'
import { PreviewBody } from './PreviewBody.tsx'
import { ReadingFile } from './ReadingFile.tsx'

interface PreviewProps {
  /** A file that has arrived completely. */
  upload: FileUpload
  isImporting: boolean
  onPick: (files: readonly File[]) => void
  onCancel: () => void
  onStopped: () => void
  onDone: (result: ImportResult, days: DayRange | undefined) => void
}

/** Second step of an import: the result of reading the file, its options, and the button to import it. */
export function Preview({ upload, isImporting, onPick, onDone, ...actions }: PreviewProps) {
  const { t } = useTranslation()
  const [options, setOptions] = useState(defaultImportOptions)
  const { preview, error, isFetching, refetch } = useLastPreview(useQuery(previewQuery(upload, options)))
  useOwnPersonByDefault(preview, (person) => setOptions({ ...options, person }))
  const running = useImport()
  const start = () =>
    running.mutate({ upload, options }, { onSuccess: (result) => onDone(result, dayRangeOf(preview)) })
  const headingId = useId()

  return (
    <section aria-labelledby={headingId} className="-mb-(--timer-bar) grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading id={headingId} fileName={upload.fileName} preview={preview} />
        <div className="-ml-3.25 md:ml-0">
          <FilePicker
            label={t('imports.preview.anotherFile')}
            variant="ghost"
            isDisabled={isImporting}
            onPick={onPick}
          />
        </div>
      </div>
      <p role="status" className={preview === undefined ? STATUS_CLASS : 'sr-only'}>
        {isFetching && preview === undefined && <Spinner />}
        {isFetching ? t('imports.reading') : preview !== undefined && t('imports.summary', { ...preview.counts })}
      </p>
      <ReadingFile isReading={isFetching} bytes={upload.bytes} />
      {error !== null && (
        <div className="rounded-panel border border-line bg-surface">
          <LoadError
            message={errorMessage(error, t, 'imports.failed.read')}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {preview !== undefined && (
        <fieldset disabled={isImporting} aria-busy={isFetching} className={`min-w-0 ${isFetching ? 'opacity-60' : ''}`}>
          <PreviewBody preview={preview} upload={upload} options={options} onChange={setOptions} />
        </fieldset>
      )}
      <PreviewActions
        preview={error === null ? preview : undefined}
        options={options}
        isReading={isFetching}
        isImporting={isImporting}
        error={running.error}
        onImport={start}
        {...actions}
      />
    </section>
  )
}

const STATUS_CLASS = 'flex min-h-12.5 items-center gap-3 text-secondary text-ink-2 empty:hidden'

type Query = ReturnType<typeof useQuery<ImportPreview>>

/** Keeps the last preview while a new one loads, and when that fails. */
function useLastPreview({ data, error, isFetching, refetch }: Query) {
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  return { preview: data ?? last, error, isFetching, refetch }
}

/** Preselects the user's own rows in a file of several people. */
function useOwnPersonByDefault(preview: ImportPreview | undefined, choose: (person: string) => void) {
  const { data: user } = useQuery(profileQuery)
  const [isApplied, setIsApplied] = useState(false)
  if (isApplied || preview === undefined || user === undefined) return
  setIsApplied(true)
  const own = findOwnPerson(preview.people, user)
  if (own !== undefined) choose(own)
}

const dayRangeOf = (preview: ImportPreview | undefined): DayRange | undefined => {
  const { firstDay, lastDay } = preview ?? { firstDay: null, lastDay: null }
  return firstDay === null || lastDay === null ? undefined : { from: firstDay, to: lastDay }
}

interface HeadingProps {
  id: string
  fileName: string
  preview: ImportPreview | undefined
}

function Heading({ id, fileName, preview }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <header className="grid gap-1">
      <h2 id={id} ref={heading} tabIndex={-1} className="text-subtitle wrap-anywhere outline-none">
        {fileName}
      </h2>
      {preview !== undefined && <Facts preview={preview} />}
    </header>
  )
}

function Facts({ preview }: { preview: ImportPreview }) {
  const { t, language } = useTranslation()
  const { format, counts, missing } = preview
  const days = dayRangeOf(preview)
  const facts = [
    format !== 'other' && FORMAT_NAMES[format],
    missing.length === 0 && t('imports.preview.rows', { count: counts.rows }),
    days !== undefined && formatDayRange(days.from, days.to, language),
  ]
  return <p className="text-secondary text-ink-2 tabular-nums">{facts.filter((fact) => fact !== false).join(' · ')}</p>
}
