import type { Import } from '#contract/files/imports.ts'
import { toLocale } from '#core/language.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { TickProgress } from '#web/ui/timer/TickProgress.tsx'
import { useImports } from './queries.ts'
import { useTimeLeft } from './time-left.ts'
import type { SendProgress } from '#web/api/send-file.ts'

/** The rows that are done, of all. Without a number of rows the file is still being read. */
export function ImportProgress({ item }: { item: Import | undefined }) {
  const { t } = useTranslation()
  const { readRows: done = 0, fileRows: count = 0 } = item ?? {}
  const left = useTimeLeft({ at: useImports().list.dataUpdatedAt, done }, count)
  return (
    <Progress
      label={t('imports.progress.label')}
      value={count === 0 ? 0 : done / count}
      text={count === 0 ? t('imports.progress.reading') : t('imports.progress.rows', { count, done })}
      left={left}
    />
  )
}

const MEGABYTE = 1024 * 1024

/** The bytes of a file that were sent, of all. */
export function UploadProgress({ progress: { bytes, sentBytes, sentAt, isWaiting } }: { progress: SendProgress }) {
  const { t, language } = useTranslation()
  const left = useTimeLeft({ at: sentAt, done: sentBytes }, bytes)
  const digits = bytes < 10 * MEGABYTE ? 1 : 0
  const format = new Intl.NumberFormat(toLocale(language), { maximumFractionDigits: digits })
  const [done, all] = [sentBytes, bytes].map((size) => format.format(size / MEGABYTE))
  return (
    <Progress
      label={t('imports.progress.upload')}
      value={sentBytes / bytes}
      text={t('imports.progress.bytes', { done: done!, all: all! })}
      left={isWaiting ? undefined : left}
    />
  )
}

interface ProgressProps {
  label: string
  value: number
  text: string
  left: number | undefined
}

function Progress({ label, value, text, left }: ProgressProps) {
  const { t } = useTranslation()
  return (
    // The colours of a break stand out from the page.
    <div data-stage="break" className="grid max-w-140 gap-1 pt-1">
      <TickProgress label={label} value={value} />
      <p className="text-caption text-ink-2 tabular-nums">
        {[text, left !== undefined && formatTimeLeft(left, t)].filter((part) => part !== false).join(' · ')}
      </p>
    </div>
  )
}

const formatTimeLeft = (left: number, t: Translate) =>
  left < MINUTE_MS ? t('imports.progress.soon') : t('imports.progress.left', { count: Math.ceil(left / MINUTE_MS) })
