import { type ChangeEvent, Suspense, useRef } from 'react'
import type { SendProgress } from '#web/api/send-file.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatBytes } from '#web/ui/display/format-bytes.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { ArchiveProgress } from './ArchiveProgress.tsx'
import { useRestoreState } from './queries.ts'
import { RestoreDone } from './RestoreDone.tsx'
import { RestoreProgress } from './RestoreProgress.tsx'
import { type Step, useSentArchive } from './useSentArchive.ts'

const RestorePreview = lazyComponent(() =>
  import('./RestorePreview.tsx').then((module) => ({ default: module.RestorePreview })),
)

/** Sends an archive, shows what restoring it would do, and restores it. */
export function RestoreArchive() {
  const { t } = useTranslation()
  const { step, send, stop, setRestoring, finish, discard } = useSentArchive()
  const state = useRestoreState(step.name === 'preview' && step.isRestoring)
  // It was started by another page, or by this one before a reload.
  const running = step.name === 'idle' && state?.isRunning ? state : undefined

  return (
    <>
      <SettingRow
        label={t('settings.archive.restore')}
        action={
          step.name === 'sending' ? (
            <Button onClick={stop}>{t('ui.cancel')}</Button>
          ) : (
            <ChooseArchive isDisabled={step.name === 'preview' || running !== undefined} onChoose={send} />
          )
        }
      >
        <p className="text-secondary text-ink-2">{t('settings.archive.restoreHelp')}</p>
        {running && <RestoreProgress doneLines={running.doneLines} lines={running.lines} />}
        <StepNote step={step} />
      </SettingRow>
      {step.name === 'preview' && (
        <Suspense>
          <RestorePreview
            upload={step.upload}
            progress={step.isRestoring ? state : undefined}
            onRestoring={(isRestoring) => setRestoring(step.upload, isRestoring)}
            onDone={finish}
            onRefused={(error) => discard(step.upload, error)}
          />
        </Suspense>
      )}
    </>
  )
}

function StepNote({ step }: { step: Step }) {
  if (step.name === 'sending') return <Sending progress={step.progress} />
  if (step.name === 'done') return <RestoreDone outcome={step.outcome} />
  return (
    <p role="alert" className={`${classes.error} empty:hidden`}>
      {step.name === 'idle' && step.error}
    </p>
  )
}

interface ChooseArchiveProps {
  isDisabled: boolean
  onChoose: (file: File) => Promise<void>
}

function ChooseArchive({ isDisabled, onChoose }: ChooseArchiveProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (file !== undefined) void onChoose(file)
    // Without this the same file, changed on disk, could not be chosen again.
    currentTarget.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip,application/zip"
        aria-label={t('settings.archive.choose')}
        onChange={choose}
      />
      <Button disabled={isDisabled} onClick={() => input.current?.click()}>
        {t('settings.archive.choose')}
      </Button>
    </>
  )
}

function Sending({ progress }: { progress: SendProgress | undefined }) {
  const { t, language } = useTranslation()
  const { sentBytes = 0, bytes = 0, isWaiting = true } = progress ?? {}
  const size = (bytes: number) => formatBytes(bytes, language)
  return (
    <ArchiveProgress
      label={t('settings.archive.sending')}
      value={bytes === 0 ? 0 : sentBytes / bytes}
      text={
        isWaiting
          ? t('settings.archive.waiting')
          : t('settings.archive.sent', { done: size(sentBytes), all: size(bytes) })
      }
    />
  )
}
