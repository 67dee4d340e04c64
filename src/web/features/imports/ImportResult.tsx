import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ImportResult as Result } from '#contract/files/imports.ts'
import { toLocale } from '#core/language.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button, buttonClasses } from '#web/ui/buttons/Button.tsx'
import { FilePicker } from './file/FilePicker.tsx'
import { type UndoableImport, UndoImportDialog } from './history/UndoImportDialog.tsx'

export interface DayRange {
  from: string
  to: string
}

interface ImportResultProps {
  fileName: string
  result: Result
  /** Days of the first and last entry of the file. */
  days: DayRange | undefined
  onPick: (files: readonly File[]) => void
  onUndone: () => void
}

export function ImportResult({ fileName, result, days, onPick, onUndone }: ImportResultProps) {
  const { t } = useTranslation()
  const [undoing, setUndoing] = useState<UndoableImport>()
  const { id, created } = result
  return (
    <section className="grid gap-4 rounded-panel border border-line bg-surface px-5 py-4">
      <div role="status" className="grid gap-1">
        <Heading>{created === 0 ? t('imports.result.nothing') : t('imports.result.title', { count: created })}</Heading>
        <Sentences result={result} />
      </div>
      <div className="flex flex-wrap gap-2.5">
        {days !== undefined && (
          <Link to="/time-entries" search={days} className={buttonClasses('primary')}>
            {t('imports.result.show')}
          </Link>
        )}
        {id !== null && (
          <Button onClick={() => setUndoing({ id, fileName, timeEntries: created })}>{t('ui.undo')}</Button>
        )}
        <FilePicker label={t('imports.result.another')} variant="ghost" onPick={onPick} />
      </div>
      <UndoImportDialog item={undoing} onClose={() => setUndoing(undefined)} onUndone={onUndone} />
    </section>
  )
}

function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} className="text-subtitle outline-none">
      {children}
    </h2>
  )
}

const KINDS = ['clients', 'projects', 'tasks', 'tags'] as const

function Sentences({ result }: { result: Result }) {
  const { t, language } = useTranslation()
  const created = KINDS.filter((kind) => result[kind] > 0).map((kind) =>
    t(`imports.creates.${kind}`, { count: result[kind] }),
  )
  const list = new Intl.ListFormat(toLocale(language)).format(created)
  const sentences = [
    created.length > 0 && t('imports.result.made', { list }),
    result.duplicates > 0 && result.created > 0 && t('imports.result.duplicates', { count: result.duplicates }),
    result.invalid > 0 && t('imports.result.invalid', { count: result.invalid }),
  ].filter((sentence) => sentence !== false)
  return sentences.length > 0 && <p className="text-secondary text-ink-2">{sentences.join(' ')}</p>
}
