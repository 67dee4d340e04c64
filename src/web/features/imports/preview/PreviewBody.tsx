import type { ImportPreview } from '#contract/files/imports.ts'
import type { FileUpload } from '#contract/files/uploads.ts'
import type { ImportOptions } from '#web/features/imports/import-options.ts'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { EntriesTable } from './EntriesTable.tsx'
import { MonthsTable } from './MonthsTable.tsx'
import { NewItemsPanel } from './NewItemsPanel.tsx'
import { OptionsPanel } from './OptionsPanel.tsx'
import { PreviewFigures } from './PreviewFigures.tsx'
import { ProblemsPanel } from './ProblemsPanel.tsx'
import { Questions } from './Questions.tsx'

interface PreviewBodyProps {
  preview: ImportPreview
  upload: FileUpload
  options: ImportOptions
  onChange: (options: ImportOptions) => void
}

/** Open questions first, then the outcome of the import. */
export function PreviewBody(props: PreviewBodyProps) {
  return (
    <div className="grid gap-4">
      <Questions {...props} />
      {props.preview.missing.length > 0 ? <Unreadable {...props} /> : <Outcome {...props} />}
    </div>
  )
}

/** Nothing can be read before the columns are known. */
function Unreadable(props: PreviewBodyProps) {
  return (
    <>
      <ColumnsPanel {...props} />
      <OptionsPanel {...props} />
    </>
  )
}

function Outcome(props: PreviewBodyProps) {
  const { preview, options } = props
  const hasUnknown = preview.columns.some(({ field }, index) => field === null || index in options.columns)
  return (
    <>
      <PreviewFigures preview={preview} />
      {hasUnknown && <ColumnsPanel {...props} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26.5rem]">
        <div className="grid min-w-0 gap-4">
          <ProblemsPanel {...props} />
          <EntriesTable preview={preview} zone={options.zone} />
        </div>
        <div className="grid min-w-0 gap-4">
          <OptionsPanel {...props} />
          <NewItemsPanel creates={preview.creates} />
          <MonthsTable months={preview.months} />
        </div>
      </div>
      {!hasUnknown && <ColumnsPanel {...props} />}
    </>
  )
}
