import { useCallback, useEffect, useId, useState } from 'react'
import { currentPreferences, setPreferences, usePreferences } from '#web/features/signals/preferences.ts'
import { previewSound } from '#web/features/signals/sound/preview.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { enableNotifications, notificationPermission, showNotification } from './notifications.ts'

/** Switches notifications of open pages on and off, and sends a test notification. */
export function NotificationSettings() {
  const { t } = useTranslation()
  const noteId = useId()
  const { notifications, notifiesOnlyUnfocused } = usePreferences()
  const [allowed, refresh] = usePermission()
  const reason = unavailableReason(allowed, t)
  const isOn = allowed === 'granted' && notifications !== 'off'
  const toggle = async (isOn: boolean) => {
    if (isOn) await enableNotifications()
    else setPreferences({ notifications: 'off' })
    refresh()
  }

  return (
    <div>
      <Switch
        isSelected={isOn}
        isDisabled={reason !== undefined}
        onChange={(isOn) => void toggle(isOn)}
        {...(reason === undefined && { help: t('settings.alerts.notificationsHelp') })}
        aria-describedby={noteId}
      >
        {t('settings.alerts.notifications')}
      </Switch>
      <p id={noteId} role="status" className="text-secondary text-ink-2 not-empty:pt-1.5">
        {reason}
      </p>
      {isOn && (
        <div className="grid gap-3 pt-3.5">
          <Switch
            isSelected={notifiesOnlyUnfocused}
            onChange={(notifiesOnlyUnfocused) => setPreferences({ notifiesOnlyUnfocused })}
            help={t('settings.alerts.elsewhereHelp')}
          >
            {t('settings.alerts.elsewhere')}
          </Switch>
          <Button className="justify-self-start" onClick={() => void sendTestNotification(t)}>
            {t('settings.alerts.test')}
          </Button>
        </div>
      )}
    </div>
  )
}

async function sendTestNotification(t: Translate) {
  const { workSound, volume } = currentPreferences()
  await showNotification({ title: t('signals.test.title'), body: t('signals.test.body'), tag: 'test', actions: [] })
  previewSound(workSound, volume)
  toast.show(t('settings.alerts.testSent'))
}

/** Read again whenever the window gets the focus, because the permission changes in the browser's settings. */
function usePermission() {
  const [allowed, setAllowed] = useState(notificationPermission)
  const refresh = useCallback(() => setAllowed(notificationPermission()), [])
  useEffect(() => {
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [refresh])
  return [allowed, refresh] as const
}

/** Why notifications do not work in this browser, and how to enable them. */
function unavailableReason(allowed: ReturnType<typeof notificationPermission>, t: Translate) {
  if (!isSecureContext) return t('settings.alerts.insecure')
  if (allowed === 'denied') return t('settings.alerts.denied')
  return allowed === 'unsupported' ? t('settings.alerts.noNotifications') : undefined
}
