import { Fragment } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { keyCaps } from '#web/ui/key-caps.ts'

/** The keys of a shortcut, pressed together or one after the other. */
export function Keys({ keys }: { keys: string }) {
  const { t } = useTranslation()
  const isSequence = keys.startsWith('g ')
  return (
    <span className="inline-flex flex-none items-center gap-1">
      {keyCaps(keys, t('dashboard.spaceKey')).map((cap, index) => (
        <Fragment key={cap}>
          {index > 0 && isSequence && <span className="text-minimum">{t('keyboard.then')}</span>}
          <Kbd>{cap}</Kbd>
        </Fragment>
      ))}
    </span>
  )
}
