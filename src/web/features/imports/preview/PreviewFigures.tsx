import type { ReactNode } from 'react'
import type { ImportPreview } from '#contract/files/imports.ts'
import { toLocale } from '#core/language.ts'
import styles from '#web/features/imports/import.module.css'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Duration } from '#web/ui/display/Duration.tsx'

/** Counts and times of new, duplicate and invalid rows, and of all. */
export function PreviewFigures({ preview: { counts, milliseconds } }: { preview: ImportPreview }) {
  const { t, language } = useTranslation()
  const format = new Intl.NumberFormat(toLocale(language))
  return (
    <dl
      aria-label={t('imports.figure.label')}
      className={`${styles['strip']} overflow-hidden rounded-panel border border-line bg-line`}
    >
      {(['new', 'duplicate', 'invalid'] as const).map((name) => (
        <Figure
          key={name}
          label={t(`imports.figure.${name}`)}
          value={format.format(counts[name])}
          time={milliseconds[name]}
        >
          {t(`imports.figure.${name}Hint`)}
        </Figure>
      ))}
      <Figure label={t('imports.figure.all')} value={format.format(counts.rows)} time={milliseconds.all}>
        {counts.others > 0 && t('imports.figure.others', { count: counts.others })}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  label: string
  value: ReactNode
  time: number
  children: ReactNode
}

function Figure({ label, value, time, children }: FigureProps) {
  return (
    <div className="grid content-start gap-1 bg-surface px-5 py-4 max-sm:px-4">
      <dt className="text-caption font-medium text-ink-2">{label}</dt>
      <dd className="text-figure tabular-nums max-sm:text-title">{value}</dd>
      <dd className="text-secondary text-ink-2">
        <Duration milliseconds={time} />
      </dd>
      <dd className="min-h-5 text-caption text-ink-3">{children}</dd>
    </div>
  )
}
