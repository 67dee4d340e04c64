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
  options: ImportOptions
  onChange: (options: ImportOptions) => void
}

/** Open questions first, then the outcome of the import. */
export function PreviewBody(props: PreviewBodyProps) {
  const { preview, options, onChange } = props
  const ambiguousDate = useAmbiguousDate(preview)
  return (
    <div className="grid gap-4">
      {ambiguousDate !== null && (
        <DateOrderQuestion
          date={ambiguousDate}
          value={options.dateOrder}
          onChange={(dateOrder) => onChange({ ...options, dateOrder })}
        />
      )}
      {preview.missing.length > 0 ? <ColumnsPanel {...props} /> : <Outcome {...props} />}
    </div>
  )
}

function Outcome(props: PreviewBodyProps) {
  const { preview, options } = props
  return (
    <>
      <PreviewFigures preview={preview} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26.5rem]">
        <div className="grid min-w-0 gap-4">
          <ProblemsPanel problems={preview.problems} />
          <EntriesTable preview={preview} zone={options.zone} />
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

/** After the answer the server reports no ambiguous date any more; keeping it lets the user change the answer. */
function useAmbiguousDate({ ambiguousDate }: ImportPreview) {
  const [last, setLast] = useState(ambiguousDate)
  if (ambiguousDate !== null && ambiguousDate !== last) setLast(ambiguousDate)
  return ambiguousDate ?? last
}
