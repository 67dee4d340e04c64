import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { useAreSingleKeyShortcutsEnabled } from '#web/ui/keyboard/single-key-shortcuts.ts'
import { findShortcutAction } from '#web/ui/keyboard/useShortcuts.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Keys } from './Keys.tsx'
import { shortcutGroups } from './shortcut-groups.ts'

export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      isWide
      isOpen={isOpen}
      onOpenChange={onClose}
      title={t('keyboard.title')}
      actions={
        <>
          <SwitchNote onLeave={onClose} />
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </>
      }
    >
      <p>{t('keyboard.elsewhere')}</p>
      <div className="mt-4 grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {shortcutGroups((key) => findShortcutAction(key) !== undefined).map(({ name, rows }) => (
          <section key={name} aria-label={t(`keyboard.group.${name}`)}>
            <h3 className="pb-1.5 text-heading text-ink">{t(`keyboard.group.${name}`)}</h3>
            <dl>
              {rows.map((row) => (
                <div
                  key={row.label}
                  className={`flex h-7.5 items-center gap-3.5 border-t border-line text-secondary ${row.isBoundHere ? 'text-ink' : 'text-ink-3'}`}
                >
                  <dt className="flex-1">{t(row.label)}</dt>
                  <dd className="flex flex-none items-center gap-1.5">
                    {row.keys.map((keys, index) => (
                      <Fragment key={keys}>
                        {index > 0 && <span className="text-minimum">{t('keyboard.or')}</span>}
                        <Keys keys={keys} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Says whether single-key shortcuts are on, and links to the setting. */
function SwitchNote({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <p className="text-caption text-ink-2 sm:mr-auto sm:self-center">
      {t(useAreSingleKeyShortcutsEnabled() ? 'keyboard.on' : 'keyboard.off')}{' '}
      <Link to="/settings" hash="keyboard" onClick={onLeave} className="font-medium text-accent-ink hover:underline">
        {t('keyboard.toSettings')}
      </Link>
    </p>
  )
}
