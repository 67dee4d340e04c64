import { type ReactNode, useId } from 'react'
import { FORMAT_NAMES, FORMATS } from '#web/features/imports/import-formats.ts'
import styles from '#web/features/imports/import.module.css'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { FilePicker } from './FilePicker.tsx'

interface ChooseFileProps {
  /** A file is being dragged over the page. */
  isDraggingOver: boolean
  /** The user has come back to this step, so the file input gets the focus. */
  takesFocus: boolean
  isImporting: boolean
  error: string | undefined
  onPick: (files: readonly File[]) => void
  /** Running, interrupted and waiting imports, above everything else. */
  unfinished: ReactNode
  children: ReactNode
}

/** First step of an import: choose or drop a file. `children` are the earlier imports. */
export function ChooseFile({ isDraggingOver, takesFocus, isImporting, error, onPick, ...parts }: ChooseFileProps) {
  const { t } = useTranslation()
  const hintId = useId()
  return (
    <div className="grid gap-4">
      {parts.unfinished}
      <div data-over={isDraggingOver || undefined} className={styles['drop']}>
        <h2 className="text-subtitle text-balance">{t('imports.drop.title')}</h2>
        <FilePicker
          label={t('imports.drop.choose')}
          variant="primary"
          takesFocus={takesFocus}
          isDisabled={isImporting}
          describedBy={hintId}
          onPick={onPick}
        />
        <p id={hintId} className="text-secondary text-balance text-ink-2">
          {t(isImporting ? 'imports.drop.busy' : 'imports.drop.hint')}
        </p>
        <p role="alert" className={`${classes.error} empty:hidden`}>
          {error}
        </p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Sources />
        {parts.children}
      </div>
    </div>
  )
}

function Sources() {
  const { t } = useTranslation()
  return (
    <Panel title={t('imports.from.title')} hint={t('imports.from.hint')}>
      <dl className="pb-2">
        {FORMATS.map((format) => (
          <div
            key={format}
            className={`${styles['source']} border-t border-line px-5 py-2.5 text-secondary first:border-t-0`}
          >
            <dt className="font-strong">{format === 'other' ? t('imports.format.other') : FORMAT_NAMES[format]}</dt>
            <dd className="text-ink-2">{t(`imports.from.${format}`)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
