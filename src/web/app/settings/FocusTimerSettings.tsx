import type { AutoStart } from '#core/timer/state.ts'
import { useAutoStart, useTimerActions } from '#web/features/timer/queries.ts'
import { savePreferences } from '#web/features/users/preferences/preferences.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { TimerSettingFields } from '#web/features/dashboard/settings/TimerSettings.tsx'

/** The timing of the next run, and which phases begin by themselves. */
export function FocusTimerSettings() {
  return (
    <div className="grid gap-6">
      <TimerSettingFields />
      <AutoStartFields />
    </div>
  )
}

function AutoStartFields() {
  const { t } = useTranslation()
  const autoStart = useAutoStart()
  const { setAutoStart } = useTimerActions()
  function change(part: Partial<AutoStart>) {
    const chosen = { ...autoStart, ...part }
    void setAutoStart(chosen)
    savePreferences({ autoStart: chosen })
  }
  return (
    <div className="grid gap-3.5 border-t border-line pt-5">
      <Switch isSelected={autoStart.breaks} onChange={(breaks) => change({ breaks })}>
        {t('settings.timer.autoBreaks')}
      </Switch>
      <Switch isSelected={autoStart.work} onChange={(work) => change({ work })}>
        {t('settings.timer.autoWork')}
      </Switch>
      <p className="text-secondary text-ink-2">{t('settings.timer.autoHelp')}</p>
    </div>
  )
}
