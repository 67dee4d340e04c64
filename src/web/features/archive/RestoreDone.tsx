import { useEffect, useRef } from 'react'
import type { RestoreOutcome } from '#contract/files/archive.ts'
import { CHOSEN_KINDS } from '#core/archive/kinds.ts'
import { useTranslation } from '#web/i18n/i18n.ts'

/** The outcome in one sentence, which takes the focus. */
export function RestoreDone({ outcome }: { outcome: RestoreOutcome }) {
  const { t } = useTranslation()
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  const sum = (count: (kind: (typeof CHOSEN_KINDS)[number]) => number) =>
    CHOSEN_KINDS.reduce((sum, kind) => sum + count(kind), 0)
  const added = sum((kind) => outcome.kinds[kind].new + outcome.kinds[kind].copied)
  const replaced = sum((kind) => outcome.kinds[kind].replaced)
  const untouched = sum((kind) => outcome.kinds[kind].same + outcome.kinds[kind].kept)
  return (
    <p ref={text} tabIndex={-1} role="status" className="text-secondary outline-none">
      {t('settings.archive.done', { added, replaced, untouched })}
    </p>
  )
}
