import { useCallback, useEffect, useId, useState } from 'react'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { enableNotifications, permission, show } from './notifications.ts'
import { currentPreferences, setPreferences, usePreferences } from './preferences.ts'
import { preview } from './preview.ts'

/** Whether an open page tells those who look elsewhere, and a way to try it out. */
export function NotificationSettings() {
  const { t } = useTranslation()
  const noteId = useId()
  const { notifications } = usePreferences()
  const [allowed, refresh] = usePermission()
  const hindrance = hindranceOf(allowed, t)
  const isOn = allowed === 'granted' && notifications !== 'off'
  const turn = async (isOn: boolean) => {
    if (isOn) await enableNotifications()
    else setPreferences({ notifications: 'off' })
    refresh()
  }

  return (
    <div>
      <Switch
        isSelected={isOn}
        isDisabled={hindrance !== undefined}
        onChange={(isOn) => void turn(isOn)}
        {...(hindrance === undefined && { help: t('settings.alerts.notificationsHelp') })}
        aria-describedby={noteId}
      >
        {t('settings.alerts.notifications')}
      </Switch>
      <p id={noteId} role="status" className="text-secondary text-ink-2 not-empty:pt-1.5">
        {hindrance}
      </p>
      {isOn && (
        <Button className="mt-3" onClick={() => void test(t)}>
          {t('settings.alerts.test')}
        </Button>
      )}
    </div>
  )
}

/** As it will be: seen and heard. */
async function test(t: Translate) {
  const { workSound, volume } = currentPreferences()
  await show({ title: t('signals.test.title'), body: t('signals.test.body'), tag: 'test', actions: [] })
  preview(workSound, volume)
  toast.show(t('settings.alerts.testSent'))
}

/** Permission is given and taken in the browser's own settings: it is looked at again whenever the window is returned to. */
function usePermission() {
  const [allowed, setAllowed] = useState(permission)
  const refresh = useCallback(() => setAllowed(permission()), [])
  useEffect(() => {
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [refresh])
  return [allowed, refresh] as const
}

/** Why this browser cannot tell anything, and what would mend it. */
function hindranceOf(allowed: ReturnType<typeof permission>, t: Translate) {
  if (!isSecureContext) return t('settings.alerts.insecure')
  if (allowed === 'denied') return t('settings.alerts.denied')
  return allowed === 'unsupported' ? t('settings.alerts.noNotifications') : undefined
}
