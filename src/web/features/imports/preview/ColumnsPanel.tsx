import { useState } from 'react'
import type { ImportField, ImportPreview } from '#contract/imports.ts'
import { FIELDS } from '#web/features/imports/import-fields.ts'
import { type ImportOptions, withColumn } from '#web/features/imports/import-options.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { Select } from '#web/ui/options/Select.tsx'
import * as classes from '#web/ui/theme/classes.ts'

interface ColumnsPanelProps {
  preview: ImportPreview
  options: ImportOptions
  onChange: (options: ImportOptions) => void
}

/** Assigns a field to each column. At first only the columns that were not recognized are shown. */
export function ColumnsPanel({ preview: { columns, missing }, options, onChange }: ColumnsPanelProps) {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  const numbered = columns.map((column, index) => ({ ...column, index }))
  const unrecognized = numbered.filter(({ field, index }) => field === null || index in options.columns)
  const shown = showsAll || missing.length > 0 ? numbered : unrecognized
  return (
    <Panel title={t('imports.columns.title')}>
      <div className="grid gap-4 px-5 pb-4">
        <div className="grid gap-1 empty:hidden">
          {missing.map((field) => (
            <p key={field} role="alert" className={classes.error}>
              {t(`imports.columns.missing.${field}`)}
            </p>
          ))}
        </div>
        {missing.length === 0 && unrecognized.length > 0 && (
          <p className="text-secondary text-ink-2">{t('imports.columns.unknown')}</p>
        )}
        <div className="grid gap-4 empty:hidden sm:grid-cols-2">
          {shown.map((column) => (
            <ColumnField
              key={column.index}
              column={column}
              onChange={(field) => onChange(withColumn(options, column.index, field))}
            />
          ))}
        </div>
        {missing.length === 0 && unrecognized.length < columns.length && (
          <button
            type="button"
            onClick={() => setShowsAll(!showsAll)}
            className="relative cursor-pointer justify-self-start rounded-tag text-caption font-strong text-accent-ink after:absolute after:-inset-2 hover:underline"
          >
            {t(showsAll ? 'imports.columns.fewer' : 'imports.columns.all')}
          </button>
        )}
      </div>
    </Panel>
  )
}

interface ColumnFieldProps {
  column: ImportPreview['columns'][number] & { index: number }
  onChange: (field: ImportField) => void
}

function ColumnField({ column: { heading, field, sample, index }, onChange }: ColumnFieldProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={heading === '' ? String(index + 1) : heading}
      placeholder={t('imports.columns.none')}
      value={field ?? undefined}
      options={FIELDS.map((id) => ({ id, label: t(`imports.columns.field.${id}`) }))}
      onChange={(id) => onChange(id as ImportField)}
      {...(sample !== '' && {
        help: <span className="block truncate">{t('imports.columns.sample', { sample })}</span>,
      })}
    />
  )
}
