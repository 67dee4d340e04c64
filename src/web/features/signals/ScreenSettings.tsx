import { useTranslation } from '#web/i18n/i18n.ts'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { setPreferences, usePreferences } from './preferences.ts'

/** Switches whether the screen stays on while the timer runs. */
export function ScreenSettings() {
  const { t } = useTranslation()
  const { staysAwake } = usePreferences()
  const isPossible = 'wakeLock' in navigator
  return (
    <Switch
      isSelected={staysAwake && isPossible}
      isDisabled={!isPossible}
      onChange={(staysAwake) => setPreferences({ staysAwake })}
      help={t(isPossible ? 'settings.alerts.awakeHelp' : 'settings.alerts.noAwake')}
    >
      {t('settings.alerts.awake')}
    </Switch>
  )
}
