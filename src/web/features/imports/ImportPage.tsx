import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportResult as Result, MAX_IMPORT_BYTES } from '#contract/imports.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { localeOf } from '#web/i18n/locale.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { ChooseFile } from './file/ChooseFile.tsx'
import { useFileDrop } from './file/useFileDrop.ts'
import { ImportHistory } from './history/ImportHistory.tsx'
import { type DayRange, ImportResult } from './ImportResult.tsx'
import { Preview } from './preview/Preview.tsx'
import { type ChosenFile, IMPORT_MUTATION } from './queries.ts'

type Step =
  | { name: 'choose'; isAgain: boolean }
  | { name: 'preview'; chosen: ChosenFile }
  | { name: 'done'; file: File; result: Result; days: DayRange | undefined }

let chosenFiles = 0

export function ImportPage() {
  const { t, language } = useTranslation()
  const [step, setStep] = useState<Step>({ name: 'choose', isAgain: false })
  const [error, setError] = useState<string>()
  const isImporting = useIsMutating({ mutationKey: IMPORT_MUTATION }) > 0
  const startAgain = () => setStep({ name: 'choose', isAgain: true })

  const choose = (files: readonly File[]) => {
    const [file] = files
    if (file === undefined || isImporting) return
    const refusal = files.length > 1 ? t('imports.drop.several') : rejectionOf(file, t, language)
    setError(refusal)
    if (refusal !== undefined) return startAgain()
    chosenFiles += 1
    setStep({ name: 'preview', chosen: { id: chosenFiles, file } })
  }
  const isOver = useFileDrop(choose)

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
      {step.name === 'done' && <ImportHistory />}
      {step.name === 'choose' && (
        <ChooseFile isOver={isOver} isAgain={step.isAgain} isImporting={isImporting} error={error} onPick={choose}>
          <ImportHistory />
        </ChooseFile>
      )}
    </div>
  )
}

/** What need not be sent to be refused. */
function rejectionOf({ name: file, size }: File, t: Translate, language: string) {
  if (size === 0) return t('imports.drop.empty', { file })
  if (size <= MAX_IMPORT_BYTES) return undefined
  const megabytes = new Intl.NumberFormat(localeOf(language), { style: 'unit', unit: 'megabyte' })
  return t('imports.drop.tooLarge', { file, size: megabytes.format(Math.ceil(size / 1024 / 1024)) })
}
