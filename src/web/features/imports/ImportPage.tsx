import { useState } from 'react'
import type { ImportResult as Result } from '#contract/files/imports.ts'
import { type FileUpload, MAX_UPLOAD_BYTES } from '#contract/files/uploads.ts'
import { toLocale } from '#core/language.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { ChooseFile } from './file/ChooseFile.tsx'
import { useFileDrop } from './file/useFileDrop.ts'
import { ImportHistory } from './history/ImportHistory.tsx'
import { type DayRange, ImportResult } from './ImportResult.tsx'
import { Preview } from './preview/Preview.tsx'
import { useDiscardUpload, useFinishedImports, useImports, useSendFile } from './queries.ts'
import { SendingFile } from './upload/SendingFile.tsx'
import { WaitingUploads } from './upload/WaitingUploads.tsx'

type Step =
  | { name: 'choose'; isRestart: boolean }
  | { name: 'preview'; upload: FileUpload }
  | { name: 'done'; fileName: string; result: Result; days: DayRange | undefined }

export function ImportPage() {
  const { t, language } = useTranslation()
  const [step, setStep] = useState<Step>({ name: 'choose', isRestart: false })
  const [rejection, setRejection] = useState<string>()
  const { isImporting } = useImports()
  const sending = useSendFile()
  useFinishedImports(({ created: count }) => {
    toast.show(t('imports.result.title', { count }))
    if (step.name === 'preview') setStep({ name: 'choose', isRestart: true })
  })

  const choose = (files: readonly File[]) => {
    const [file] = files
    if (file === undefined || isImporting || sending.progress !== undefined) return
    const rejection = files.length > 1 ? t('imports.drop.several') : rejectionOf(file, t, language)
    setRejection(rejection)
    sending.reset()
    setStep({ name: 'choose', isRestart: true })
    if (rejection === undefined) sending.send(file, (upload) => setStep({ name: 'preview', upload }))
  }
  const isDraggingOver = useFileDrop(choose)
  const failure = sending.error === null ? undefined : errorMessage(sending.error, t, 'imports.failed.send')

  return (
    <div className="grid gap-4">
      <PageTitle>{t('shell.page.import')}</PageTitle>
      {sending.progress !== undefined ? (
        <SendingFile progress={sending.progress} onStop={sending.stop} />
      ) : (
        <CurrentStep
          step={step}
          isDraggingOver={isDraggingOver}
          isImporting={isImporting}
          error={rejection ?? failure}
          onPick={choose}
          onStep={setStep}
        />
      )}
    </div>
  )
}

interface CurrentStepProps {
  step: Step
  isDraggingOver: boolean
  isImporting: boolean
  error: string | undefined
  onPick: (files: readonly File[]) => void
  onStep: (step: Step) => void
}

function CurrentStep({ step, isDraggingOver, isImporting, error, onPick, onStep }: CurrentStepProps) {
  const discard = useDiscardUpload()
  const startAgain = () => onStep({ name: 'choose', isRestart: true })
  if (step.name === 'preview') {
    const { id, fileName } = step.upload
    return (
      <Preview
        key={id}
        upload={step.upload}
        isImporting={isImporting}
        onPick={onPick}
        onCancel={() => {
          discard.mutate(id)
          startAgain()
        }}
        onStopped={startAgain}
        onDone={(result, days) => onStep({ name: 'done', fileName, result, days })}
      />
    )
  }
  if (step.name === 'done')
    return (
      <>
        <ImportResult {...step} onPick={onPick} onUndone={startAgain} />
        <ImportHistory onUndone={(id) => id === step.result.id && startAgain()} />
      </>
    )
  return (
    <ChooseFile
      isDraggingOver={isDraggingOver}
      takesFocus={step.isRestart}
      isImporting={isImporting}
      error={error}
      onPick={onPick}
      unfinished={
        <>
          <ImportHistory part="unfinished" />
          <WaitingUploads
            isImporting={isImporting}
            onPick={onPick}
            onOpen={(upload) => onStep({ name: 'preview', upload })}
          />
        </>
      }
    >
      <ImportHistory part="finished" />
    </ChooseFile>
  )
}

/** Reason to reject a file without sending it to the server. */
function rejectionOf({ name: file, size }: File, t: Translate, language: string) {
  if (size === 0) return t('imports.drop.empty', { file })
  if (size <= MAX_UPLOAD_BYTES) return undefined
  const megabytes = new Intl.NumberFormat(toLocale(language), { style: 'unit', unit: 'megabyte' })
  return t('imports.drop.tooLarge', { file, size: megabytes.format(Math.ceil(size / 1024 / 1024)) })
}
