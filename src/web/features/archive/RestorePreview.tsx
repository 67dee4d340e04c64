import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RestoreOutcome, RestorePreview as Preview, RestoreState } from '#contract/files/archive.ts'
import { CHOSEN_KINDS, type ChosenKind } from '#core/archive/kinds.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatDate, LONG_DATE } from '#web/ui/display/format-date.ts'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { ConflictChoices } from './ConflictChoices.tsx'
import { conflictsIn } from './conflicts.ts'
import { type Choices, previewQuery, useRestore } from './queries.ts'
import { RestoreProgress } from './RestoreProgress.tsx'

interface RestorePreviewProps {
  /** The id of the archive that was sent. */
  upload: string
  /** Of the restore that runs. */
  progress: RestoreState | null | undefined
  onRestoring: (isRestoring: boolean) => void
  onDone: (outcome: RestoreOutcome) => void
  /** The archive cannot be restored for this reason, or the user does not want to. */
  onRefused: (message?: string) => void
}

/** What restoring an archive would do, and the choices for what is in conflict. */
export function RestorePreview({ upload, progress, onRestoring, onDone, onRefused }: RestorePreviewProps) {
  const { t, language } = useTranslation()
  const [choices, setChoices] = useState<Choices>({})
  const { data: preview, error, isPlaceholderData } = useQuery(previewQuery(upload, choices))
  const restore = useRestore()
  const heading = useRef<HTMLParagraphElement>(null)
  const isLoaded = preview !== undefined
  useEffect(() => {
    if (isLoaded) heading.current?.focus()
  }, [isLoaded])
  const handleError = useEffectEvent((error: unknown) => onRefused(errorMessage(error, t)))
  useEffect(() => {
    if (error !== null) handleError(error)
  }, [error])

  const start = () => {
    onRestoring(true)
    restore.mutate(
      { upload, choices },
      {
        onSuccess: onDone,
        onError: (error) => {
          onRestoring(false)
          onRefused(errorMessage(error, t, 'settings.archive.interrupted'))
        },
      },
    )
  }

  if (preview === undefined)
    return (
      <p role="status" className="flex items-center gap-2 text-secondary text-ink-2">
        <Spinner />
        {t('settings.archive.reading')}
      </p>
    )
  const date = formatDate(dateOf(Date.parse(preview.createdAt), currentZone()), language, LONG_DATE)
  return (
    <div className="grid gap-4 rounded-panel border border-line bg-surface p-4">
      <p ref={heading} tabIndex={-1} className="text-secondary font-strong wrap-anywhere outline-none">
        {t('settings.archive.of', { name: preview.name, email: preview.email, date })}
      </p>
      <CountsTable preview={preview} />
      <TimerNote timer={preview.timer} />
      <ConflictChoices preview={preview} choices={choices} isDisabled={restore.isPending} onChange={setChoices} />
      {restore.isPending && <RestoreProgress doneLines={progress?.doneLines ?? 0} lines={progress?.lines ?? 0} />}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button disabled={restore.isPending} onClick={() => onRefused()}>
          {t('ui.cancel')}
        </Button>
        <Button variant="primary" busy={restore.isPending || isPlaceholderData} onClick={start}>
          {t('settings.archive.submit')}
        </Button>
      </div>
    </div>
  )
}

function CountsTable({ preview }: { preview: Preview }) {
  const { t } = useTranslation()
  const rows = CHOSEN_KINDS.map((kind): [ChosenKind, number, number, number] => {
    const { new: added, same } = preview.kinds[kind]
    return [kind, added, same, conflictsIn(preview, kind)]
  }).filter(([, ...counts]) => counts.some((count) => count > 0))
  return (
    <table className="w-full text-secondary">
      <thead className="text-caption text-ink-2">
        <tr>
          <th scope="col" className="py-1 pr-2 text-left font-medium">
            {t('settings.archive.what')}
          </th>
          {(['new', 'same', 'conflicts'] as const).map((column) => (
            <th key={column} scope="col" className="py-1 pl-2 text-right font-medium">
              {t(`settings.archive.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([kind, ...counts]) => (
          <tr key={kind} className="border-t border-line">
            <th scope="row" className="py-1.5 pr-2 text-left font-normal">
              {t(`settings.archive.kind.${kind}`)}
            </th>
            {counts.map((count, column) => (
              <td key={column} className="py-1.5 pl-2 text-right tabular-nums">
                {count === 0 ? '–' : count}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TimerNote({ timer }: Pick<Preview, 'timer'>) {
  const { t } = useTranslation()
  if (timer !== 'restored' && timer !== 'left') return null
  return <p className="text-secondary text-ink-2">{t(`settings.archive.timer.${timer}`)}</p>
}
