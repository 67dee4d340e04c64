import type { FileUpload } from '#contract/files/uploads.ts'
import { toLocale } from '#core/language.ts'
import { FilePicker } from '#web/features/imports/file/FilePicker.tsx'
import { useDiscardUpload, useUploads } from '#web/features/imports/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { countArrivedBytes } from '#web/api/send-file.ts'

interface WaitingUploadsProps {
  isImporting: boolean
  onPick: (files: readonly File[]) => void
  onOpen: (upload: FileUpload) => void
}

/** Files that are on the server, whole or in part, and were not imported yet. */
export function WaitingUploads({ isImporting, onPick, onOpen }: WaitingUploadsProps) {
  const { t } = useTranslation()
  const uploads = useUploads()
  const discard = useDiscardUpload()
  if (uploads.length === 0) return null
  return (
    <Panel title={t('imports.upload.title')} hint={t('imports.upload.kept')}>
      <ul aria-label={t('imports.upload.title')}>
        {uploads.map((upload) => (
          <li
            key={upload.id}
            className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line py-2.5 pr-3 pl-5 first:border-t-0"
          >
            <div className="grid min-w-40 flex-1">
              <p className="text-secondary font-strong wrap-anywhere">{upload.fileName}</p>
              <Arrived upload={upload} />
            </div>
            <div className="flex gap-1">
              {upload.missing.length === 0 ? (
                <Button disabled={isImporting} onClick={() => onOpen(upload)}>
                  {t('imports.upload.open')}
                </Button>
              ) : (
                <FilePicker
                  label={t('imports.upload.chooseAgain')}
                  variant="ghost"
                  isDisabled={isImporting}
                  onPick={onPick}
                />
              )}
              <Button
                variant="ghost"
                busy={discard.isPending && discard.variables === upload.id}
                aria-label={t('imports.upload.discardFile', { file: upload.fileName })}
                onClick={() => discard.mutate(upload.id)}
              >
                {t('imports.upload.discard')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Arrived({ upload }: { upload: FileUpload }) {
  const { t, language } = useTranslation()
  const format = new Intl.NumberFormat(toLocale(language), { style: 'percent' })
  return (
    <p className="text-caption text-ink-3">
      {upload.missing.length === 0
        ? t('imports.upload.arrived')
        : t('imports.upload.arrivedPart', { percent: format.format(countArrivedBytes(upload) / upload.bytes) })}
    </p>
  )
}
