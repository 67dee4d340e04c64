import { useState } from 'react'
import { type ImportResult as Result, MAX_IMPORT_BYTES } from '#contract/imports.ts'
import { toLocale } from '#core/language.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { ChooseFile } from './file/ChooseFile.tsx'
import { useFileDrop } from './file/useFileDrop.ts'
import { ImportHistory } from './history/ImportHistory.tsx'
import { type DayRange, ImportResult } from './ImportResult.tsx'
import { Preview } from './preview/Preview.tsx'
import { type ChosenFile, useFinishedImports, useImports } from './queries.ts'

type Step =
  | { name: 'choose'; isRestart: boolean }
  | { name: 'preview'; chosen: ChosenFile }
  | { name: 'done'; file: File; result: Result; days: DayRange | undefined }

let lastFileId = 0

export function ImportPage() {
  const { t, language } = useTranslation()
  const [step, setStep] = useState<Step>({ name: 'choose', isRestart: false })
  const [error, setError] = useState<string>()
  const { isImporting } = useImports()
  const startAgain = () => setStep({ name: 'choose', isRestart: true })
  useFinishedImports(({ created: count }) => {
    toast.show(t('imports.result.title', { count }))
    if (step.name === 'preview') startAgain()
  })

  const choose = (files: readonly File[]) => {
    const [file] = files
    if (file === undefined || isImporting) return
    const rejection = files.length > 1 ? t('imports.drop.several') : rejectionOf(file, t, language)
    setError(rejection)
    if (rejection !== undefined) return startAgain()
    lastFileId += 1
    setStep({ name: 'preview', chosen: { id: lastFileId, file } })
  }
  const isDraggingOver = useFileDrop(choose)

  return (
    <div className="grid gap-4">
      <PageTitle>{t('shell.page.import')}</PageTitle>
      {step.name === 'preview' && (
        <Preview
          key={step.chosen.id}
          chosen={step.chosen}
          isImporting={isImporting}
          onPick={choose}
          onCancel={startAgain}
          onDone={(result, days) => setStep({ name: 'done', file: step.chosen.file, result, days })}
        />
      )}
      {step.name === 'done' && <ImportResult {...step} onPick={choose} onUndone={startAgain} />}
      {step.name === 'done' && <ImportHistory onUndone={(id) => id === step.result.id && startAgain()} />}
      {step.name === 'choose' && (
        <ChooseFile
          isDraggingOver={isDraggingOver}
          takesFocus={step.isRestart}
          isImporting={isImporting}
          error={error}
          onPick={choose}
        >
          <ImportHistory />
        </ChooseFile>
      )}
    </div>
  )
}

/** Reason to reject a file without sending it to the server. */
function rejectionOf({ name: file, size }: File, t: Translate, language: string) {
  if (size === 0) return t('imports.drop.empty', { file })
  if (size <= MAX_IMPORT_BYTES) return undefined
  const megabytes = new Intl.NumberFormat(toLocale(language), { style: 'unit', unit: 'megabyte' })
  return t('imports.drop.tooLarge', { file, size: megabytes.format(Math.ceil(size / 1024 / 1024)) })
}
