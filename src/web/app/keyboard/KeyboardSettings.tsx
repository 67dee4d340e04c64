import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { keyCaps } from '#web/ui/key-caps.ts'
import { setSingleKeys, useSingleKeys } from '#web/ui/single-keys.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { openPanel } from './panels.ts'

export function KeyboardSettings() {
  const { t } = useTranslation()
  const keys = keyCaps('mod k', '').join('\u00a0')
  return (
    <>
      <Switch isSelected={useSingleKeys()} onChange={setSingleKeys} help={t('keyboard.settings.help', { keys })}>
        {t('keyboard.settings.label')}
      </Switch>
      <Button className="justify-self-start" onClick={() => openPanel('sheet')}>
        {t('keyboard.settings.show')}
      </Button>
    </>
  )
}
