import { useTranslation } from '#web/i18n/i18n.ts'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { useTimer, useTimerActions } from './queries.ts'

/** Switches synchronization with the user's other devices on and off. */
export function SyncSettings() {
  const { t } = useTranslation()
  const { setSyncEnabled } = useTimerActions()
  const isSyncEnabled = useTimer((timer) => timer.isSyncEnabled)
  return (
    <Switch
      isSelected={isSyncEnabled}
      onChange={(isOn) => void setSyncEnabled(isOn)}
      help={t(isSyncEnabled ? 'settings.sync.on' : 'settings.sync.off')}
    >
      {t('settings.sync.label')}
    </Switch>
  )
}
