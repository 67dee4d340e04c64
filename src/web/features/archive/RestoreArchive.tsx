import { useEffect, useRef, useState } from 'react'
import type { RestoreOutcome } from '#contract/archive.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { sendFile, type SendProgress } from '#web/api/send-file.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatBytes } from '#web/ui/display/format-bytes.ts'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { ArchiveProgress } from './ArchiveProgress.tsx'
import { deleteUpload, useRestoreState } from './queries.ts'
import { RestoreDone } from './RestoreDone.tsx'
import { RestorePreview } from './RestorePreview.tsx'
import { RestoreProgress } from './RestoreProgress.tsx'

type Step =
  | { name: 'idle' }
  | { name: 'sending'; progress: SendProgress | undefined }
  | { name: 'preview'; upload: string; isRestoring: boolean }
  | { name: 'done'; outcome: RestoreOutcome }

/** Sends an archive, shows what restoring it would do, and restores it. */
export function RestoreArchive() {
  const { t, language } = useTranslation()
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const [error, setError] = useState<string>()
  const state = useRestoreState(step.name === 'preview' && step.isRestoring)
  const sending = useRef<AbortController>(undefined)
  const input = useRef<HTMLInputElement>(null)
  // Leaving the page stops the upload. It goes on when the same file is chosen again.
  useEffect(() => () => sending.current?.abort(), [])

  const choose = async (file: File) => {
    const controller = new AbortController()
    sending.current = controller
    setError(undefined)
    setStep({ name: 'sending', progress: undefined })
    try {
      const onProgress = (progress: SendProgress) => setStep({ name: 'sending', progress })
      const { id } = await sendFile(file, { signal: controller.signal, onProgress })
      setStep({ name: 'preview', upload: id, isRestoring: false })
    } catch (failure) {
      setStep({ name: 'idle' })
      if (!controller.signal.aborted) setError(errorMessage(failure, t))
    }
  }
  const refuse = (upload: string, message: string | undefined) => {
    deleteUpload(upload)
    setStep({ name: 'idle' })
    setError(message)
  }
  const isRunningElsewhere = state?.isRunning === true && step.name === 'idle'

  return (
    <>
      <SettingRow
        label={t('settings.archive.restore')}
        action={
          step.name === 'sending' ? (
            <Button onClick={() => sending.current?.abort()}>{t('ui.cancel')}</Button>
          ) : (
            <Button disabled={step.name === 'preview' || isRunningElsewhere} onClick={() => input.current?.click()}>
              {t('settings.archive.choose')}
            </Button>
          )
        }
      >
        <p className="text-secondary text-ink-2">{t('settings.archive.restoreHelp')}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".zip,application/zip"
          aria-label={t('settings.archive.choose')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file !== undefined) void choose(file)
            // Without this the same file, changed on disk, could not be chosen again.
            currentTarget.value = ''
          }}
        />
        {step.name === 'sending' && (
          <ArchiveProgress
            label={t('settings.archive.sending')}
            value={step.progress === undefined ? 0 : step.progress.sentBytes / step.progress.bytes}
            text={
              step.progress === undefined || step.progress.isWaiting
                ? t('settings.archive.waiting')
                : t('settings.archive.sent', {
                    done: formatBytes(step.progress.sentBytes, language),
                    all: formatBytes(step.progress.bytes, language),
                  })
            }
          />
        )}
        {isRunningElsewhere && <RestoreProgress doneLines={state.doneLines} lines={state.lines} />}
        {step.name === 'done' && <RestoreDone outcome={step.outcome} />}
        <p role="alert" className={`${classes.error} empty:hidden`}>
          {error}
        </p>
      </SettingRow>
      {step.name === 'preview' && (
        <RestorePreview
          upload={step.upload}
          progress={step.isRestoring ? state : undefined}
          onRestoring={(isRestoring) => setStep({ ...step, isRestoring })}
          onDone={(outcome) => setStep({ name: 'done', outcome })}
          onRefused={(message) => refuse(step.upload, message)}
        />
      )}
    </>
  )
}
