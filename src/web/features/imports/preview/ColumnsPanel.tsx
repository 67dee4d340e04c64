import { type ReactNode, useState } from 'react'
import type { ImportField, ImportPreview } from '#contract/files/imports.ts'
import { toLocale } from '#core/language.ts'
import { FIELDS } from '#web/features/imports/import-fields.ts'
import { type ImportOptions, withColumn } from '#web/features/imports/import-options.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { useWidth } from '#web/ui/hooks/useWidth.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { Select } from '#web/ui/options/Select.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { type NumberedColumn, RowsPicture } from './RowsPicture.tsx'

interface ColumnsPanelProps {
  preview: ImportPreview
  options: ImportOptions
  onChange: (options: ImportOptions) => void
}

/** Narrower than this, the columns are a list instead of a table. */
const TABLE_WIDTH = 560

/** Assigns a field to each column, beside the first rows of the file. */
export function ColumnsPanel({ preview, options, onChange }: ColumnsPanelProps) {
  const { t, language } = useTranslation()
  const [ref, width] = useWidth()
  const { missing, skippedRows, firstRows } = preview
  const columns = preview.columns.map(({ heading, field }, index) => ({ heading, field, index }))
  const open = columns.filter(({ field, index }) => field === null || index in options.columns)
  const unknown = columns.filter(({ field }) => field === null).map((column) => nameOf(column, t))
  const select = (column: NumberedColumn) => (
    <ColumnField
      column={column}
      rows={width < TABLE_WIDTH ? firstRows : []}
      onChange={(field) => onChange(withColumn(options, column.index, field))}
    />
  )
  return (
    <Panel title={t('imports.columns.title')}>
      <div ref={ref} className="grid gap-3 pb-4">
        <div className="grid gap-1 px-5 empty:hidden">
          {missing.map((field) => (
            <p key={field} role="alert" className={classes.error}>
              {t(`imports.columns.missing.${field}`)}
            </p>
          ))}
          {missing.length === 0 && unknown.length > 0 && (
            <p className="text-secondary wrap-anywhere text-ink-2">
              {t('imports.columns.unknown', { names: new Intl.ListFormat(toLocale(language)).format(unknown) })}
            </p>
          )}
          {skippedRows > 0 && (
            <p className="text-secondary text-ink-2">{t('imports.columns.skipped', { count: skippedRows })}</p>
          )}
        </div>
        {width < TABLE_WIDTH ? (
          <ColumnList columns={columns} shownFirst={missing.length > 0 ? columns : open} select={select} />
        ) : (
          <RowsPicture columns={columns} rows={firstRows} select={select} />
        )}
      </div>
    </Panel>
  )
}

const nameOf = ({ heading, index }: NumberedColumn, t: Translate) =>
  heading === '' ? t('imports.columns.numbered', { number: String(index + 1) }) : heading

interface ColumnListProps {
  columns: readonly NumberedColumn[]
  /** The columns that are shown at first. */
  shownFirst: readonly NumberedColumn[]
  select: (column: NumberedColumn) => ReactNode
}

function ColumnList({ columns, shownFirst, select }: ColumnListProps) {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  return (
    <div className="grid gap-4 px-5">
      {(showsAll ? columns : shownFirst).map((column) => (
        <div key={column.index}>{select(column)}</div>
      ))}
      {shownFirst.length < columns.length && (
        <button
          type="button"
          onClick={() => setShowsAll(!showsAll)}
          className="relative cursor-pointer justify-self-start rounded-tag text-caption font-strong text-accent-ink after:absolute after:-inset-2 hover:underline"
        >
          {t(showsAll ? 'imports.columns.fewer' : 'imports.columns.all')}
        </button>
      )}
    </div>
  )
}

interface ColumnFieldProps {
  column: NumberedColumn
  /** Rows whose values are shown below the field. */
  rows: ImportPreview['firstRows']
  onChange: (field: ImportField) => void
}

const MAX_SAMPLES = 3

function ColumnField({ column, rows, onChange }: ColumnFieldProps) {
  const { t } = useTranslation()
  const { field, index } = column
  const values = rows.map(({ cells }) => cells[index] ?? '').filter((value) => value !== '')
  const samples = [...new Set(values)].slice(0, MAX_SAMPLES)
  return (
    <Select
      label={nameOf(column, t)}
      placeholder={t('imports.columns.none')}
      value={field ?? undefined}
      options={FIELDS.map((id) => ({ id, label: t(`imports.columns.field.${id}`) }))}
      onChange={(id) => onChange(id as ImportField)}
      {...(samples.length > 0 && { help: <span className="block truncate">{samples.join(' · ')}</span> })}
    />
  )
}
