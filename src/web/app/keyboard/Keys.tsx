import { Fragment } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Kbd } from '#web/ui/keyboard/Kbd.tsx'
import { keyLabels } from '#web/ui/keyboard/key-labels.ts'

/** The keys of a shortcut, pressed together or in sequence. */
export function Keys({ keys }: { keys: string }) {
  const { t } = useTranslation()
  const isSequence = keys.startsWith('g ')
  return (
    <span className="inline-flex flex-none items-center gap-1">
      {keyLabels(keys, t('dashboard.spaceKey')).map((label, index) => (
        <Fragment key={label}>
          {index > 0 && isSequence && <span className="text-minimum">{t('keyboard.then')}</span>}
          <Kbd>{label}</Kbd>
        </Fragment>
      ))}
    </span>
  )
}
