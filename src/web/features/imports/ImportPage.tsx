import { useState } from 'react'
import type { ImportResult as Result } from '#contract/imports.ts'
import { type FileUpload, MAX_UPLOAD_BYTES } from '#contract/uploads.ts'
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
  const discard = useDiscardUpload()
  const startAgain = () => setStep({ name: 'choose', isRestart: true })
  const open = (upload: FileUpload) => setStep({ name: 'preview', upload })
  useFinishedImports(({ created: count }) => {
    toast.show(t('imports.result.title', { count }))
    if (step.name === 'preview') startAgain()
  })

  const choose = (files: readonly File[]) => {
    const [file] = files
    if (file === undefined || isImporting || sending.progress !== undefined) return
    const rejection = files.length > 1 ? t('imports.drop.several') : rejectionOf(file, t, language)
    setRejection(rejection)
    sending.reset()
    startAgain()
    if (rejection === undefined) sending.send(file, open)
  }
  const isDraggingOver = useFileDrop(choose)
  const failure = sending.error === null ? undefined : errorMessage(sending.error, t, 'imports.failed.send')

  if (sending.progress !== undefined)
    return (
      <ImportLayout>
        <SendingFile progress={sending.progress} onStop={sending.stop} />
      </ImportLayout>
    )
  if (step.name === 'preview')
    return (
      <ImportLayout>
        <Preview
          key={step.upload.id}
          upload={step.upload}
          isImporting={isImporting}
          onPick={choose}
          onCancel={() => {
            discard.mutate(step.upload.id)
            startAgain()
          }}
          onStopped={startAgain}
          onDone={(result, days) => setStep({ name: 'done', fileName: step.upload.fileName, result, days })}
        />
      </ImportLayout>
    )
  if (step.name === 'done')
    return (
      <ImportLayout>
        <ImportResult {...step} onPick={choose} onUndone={startAgain} />
        <ImportHistory onUndone={(id) => id === step.result.id && startAgain()} />
      </ImportLayout>
    )
  return (
    <ImportLayout>
      <ChooseFile
        isDraggingOver={isDraggingOver}
        takesFocus={step.isRestart}
        isImporting={isImporting}
        error={rejection ?? failure}
        onPick={choose}
      >
        <div className="grid gap-4">
          <WaitingUploads isImporting={isImporting} onPick={choose} onOpen={open} />
          <ImportHistory />
        </div>
      </ChooseFile>
    </ImportLayout>
  )
}

function ImportLayout({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-4">
      <PageTitle>{t('shell.page.import')}</PageTitle>
      {children}
    </div>
  )
}

/** Reason to reject a file without sending it to the server. */
function rejectionOf({ name: file, size }: File, t: Translate, language: string) {
  if (size === 0) return t('imports.drop.empty', { file })
  if (size <= MAX_UPLOAD_BYTES) return undefined
  const megabytes = new Intl.NumberFormat(toLocale(language), { style: 'unit', unit: 'megabyte' })
  return t('imports.drop.tooLarge', { file, size: megabytes.format(Math.ceil(size / 1024 / 1024)) })
}
