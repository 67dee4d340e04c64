import { useState } from 'react'
import type { ImportPreview } from '#contract/imports.ts'
import type { ImportOptions } from '#web/features/imports/import-options.ts'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { DateOrderQuestion } from './DateOrderQuestion.tsx'
import { EntriesTable } from './EntriesTable.tsx'
import { MonthsTable } from './MonthsTable.tsx'
import { NewItemsPanel } from './NewItemsPanel.tsx'
import { OptionsPanel } from './OptionsPanel.tsx'
import { PreviewFigures } from './PreviewFigures.tsx'
import { ProblemsPanel } from './ProblemsPanel.tsx'

interface PreviewBodyProps {
  preview: ImportPreview
  choices: ImportOptions
  onChange: (choices: ImportOptions) => void
}

/** Questions first, then what would come of the answers. */
export function PreviewBody(props: PreviewBodyProps) {
  const { preview, choices, onChange } = props
  const asked = useAmbiguousDate(preview)
  return (
    <div className="grid gap-4">
      {asked !== null && (
        <DateOrderQuestion
          date={asked}
          value={choices.dateOrder}
          onChange={(dateOrder) => onChange({ ...choices, dateOrder })}
        />
      )}
      {preview.missing.length > 0 ? <ColumnsPanel {...props} /> : <Outcome {...props} />}
    </div>
  )
}

function Outcome(props: PreviewBodyProps) {
  const { preview, choices } = props
  return (
    <>
      <PreviewFigures preview={preview} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26.5rem]">
        <div className="grid min-w-0 gap-4">
          <ProblemsPanel problems={preview.problems} />
          <EntriesTable preview={preview} zone={choices.zone} />
          <ColumnsPanel {...props} />
        </div>
        <div className="grid min-w-0 gap-4">
          <OptionsPanel {...props} />
          <NewItemsPanel creates={preview.creates} />
          <MonthsTable months={preview.months} />
        </div>
      </div>
    </>
  )
}

/** Once it is answered, the server does not ask again; the answer can still be changed. */
function useAmbiguousDate({ ambiguousDate }: ImportPreview) {
  const [asked, setAsked] = useState(ambiguousDate)
  if (ambiguousDate !== null && ambiguousDate !== asked) setAsked(ambiguousDate)
  return ambiguousDate ?? asked
}
