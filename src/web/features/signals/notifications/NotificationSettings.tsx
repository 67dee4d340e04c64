import { useCallback, useEffect, useId, useState } from 'react'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { enableNotifications, notificationPermission, showNotification } from './notifications.ts'
import { currentPreferences, setPreferences, usePreferences } from '#web/features/signals/preferences.ts'
import { previewSound } from '#web/features/signals/sound/preview.ts'

/** Whether an open page tells those who look elsewhere, and a way to try it out. */
export function NotificationSettings() {
  const { t } = useTranslation()
  const noteId = useId()
  const { notifications } = usePreferences()
  const [allowed, refresh] = usePermission()
  const hindrance = unavailableReason(allowed, t)
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
        <Button className="mt-3" onClick={() => void sendTestNotification(t)}>
          {t('settings.alerts.test')}
        </Button>
      )}
    </div>
  )
}

/** As it will be: seen and heard. */
async function sendTestNotification(t: Translate) {
  const { workSound, volume } = currentPreferences()
  await showNotification({ title: t('signals.test.title'), body: t('signals.test.body'), tag: 'test', actions: [] })
  previewSound(workSound, volume)
  toast.show(t('settings.alerts.testSent'))
}

/** Permission is given and taken in the browser's own settings: it is looked at again whenever the window is returned to. */
function usePermission() {
  const [allowed, setAllowed] = useState(notificationPermission)
  const refresh = useCallback(() => setAllowed(notificationPermission()), [])
  useEffect(() => {
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [refresh])
  return [allowed, refresh] as const
}

/** Why this browser cannot tell anything, and what would mend it. */
function unavailableReason(allowed: ReturnType<typeof notificationPermission>, t: Translate) {
  if (!isSecureContext) return t('settings.alerts.insecure')
  if (allowed === 'denied') return t('settings.alerts.denied')
  return allowed === 'unsupported' ? t('settings.alerts.noNotifications') : undefined
}
