import { Fragment } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Kbd } from '#web/ui/keyboard/Kbd.tsx'
import { keyLabels } from '#web/ui/keyboard/key-labels.ts'

/** The keys of a shortcut, pressed together or in sequence. */
export function Keys({ keys }: { keys: string }) {
  const { t } = useTranslation()
  const names = {
    ' ': t('dashboard.spaceKey'),
    shift: t('keyboard.key.shift'),
    enter: t('keyboard.key.enter'),
    delete: t('keyboard.key.delete'),
  }
  const isSequence = keys.startsWith('g ')
  return (
    <span className="inline-flex flex-none items-center gap-1">
      {keyLabels(keys, names).map((label, index) => (
        <Fragment key={label}>
          {index > 0 && isSequence && <span className="text-minimum">{t('keyboard.then')}</span>}
          <Kbd>{label}</Kbd>
        </Fragment>
      ))}
    </span>
  )
}
