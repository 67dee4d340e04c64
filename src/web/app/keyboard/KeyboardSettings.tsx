import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { keyLabels } from '#web/ui/keyboard/key-labels.ts'
import { setSingleKeyShortcutsEnabled, useAreSingleKeyShortcutsEnabled } from '#web/ui/keyboard/single-key-shortcuts.ts'
import { openPanel } from './panels.ts'

export function KeyboardSettings() {
  const { t } = useTranslation()
  const keys = keyLabels('mod k').join('\u00a0')
  return (
    <>
      <Switch
        isSelected={useAreSingleKeyShortcutsEnabled()}
        onChange={setSingleKeyShortcutsEnabled}
        help={t('keyboard.settings.help', { keys })}
      >
        {t('keyboard.settings.label')}
      </Switch>
      <Button className="justify-self-start" onClick={() => openPanel('sheet')}>
        {t('keyboard.settings.show')}
      </Button>
    </>
  )
}
