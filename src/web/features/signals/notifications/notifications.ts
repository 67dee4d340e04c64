import type { PushMessage } from '#contract/push.ts'
import { BASE_PATH } from '#web/base-path.ts'
import { currentPreferences, setPreferences } from '#web/features/signals/preferences.ts'
import { replaceNotifications, toNotificationOptions } from '#web/worker/timer-notification.ts'
import { isAnyPageFocused } from './page-focus.ts'

type Message = Omit<PushMessage, 'kind'>
type Permission = NotificationPermission | 'unsupported'

export const notificationPermission = (): Permission =>
  'Notification' in window ? Notification.permission : 'unsupported'

const isEnabled = () => notificationPermission() === 'granted' && currentPreferences().notifications !== 'off'

/** Must be called from a click, because browsers ask for permission only then. */
export async function enableNotifications() {
  setPreferences({ notifications: 'on' })
  await Notification.requestPermission()
}

/** Notifies if the browser permits it and the user has not switched it off, in general or for pages with the focus. */
export async function notify(message: Message) {
  if (!isEnabled()) return
  if (currentPreferences().notifiesOnlyUnfocused && (await isAnyPageFocused())) return
  await showNotification(message)
}

/** Uses the service worker where there is one: only its notifications have buttons, and phones support no others. */
export async function showNotification(message: Message) {
  const registration = await findRegistration()
  if (registration !== undefined) return replaceNotifications(registration, message, BASE_PATH)
  const notification = new Notification(message.title, toNotificationOptions(message, BASE_PATH))
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
  })
}

export async function closeNotifications() {
  const registration = await findRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
}

async function findRegistration() {
  if (!('serviceWorker' in navigator)) return undefined
  const registration = await navigator.serviceWorker.getRegistration(`${BASE_PATH}/`)
  return registration?.active ? registration : undefined
}
