import type { PushMessage } from '#contract/push.ts'
import { lookOf, showAlone } from '#web/worker/timer-notification.ts'
import { isSomePageSeen } from './attention.ts'
import { currentPreferences, setPreferences } from './preferences.ts'

type Message = Omit<PushMessage, 'kind'>
type Permission = NotificationPermission | 'unsupported'

export const permission = (): Permission => ('Notification' in window ? Notification.permission : 'unsupported')

const isWanted = () => permission() === 'granted' && currentPreferences().notifications !== 'off'

/** To be called from a press: browsers ask for permission only then. */
export async function enableNotifications() {
  setPreferences({ notifications: 'on' })
  await Notification.requestPermission()
}

/** Tells those who look elsewhere. Where a page is looked at, it says the same itself. */
export async function notify(message: Message) {
  if (isWanted() && !(await isSomePageSeen())) await show(message)
}

/** By the service worker where there is one: its notifications have buttons, and phones know no others. */
export async function show(message: Message) {
  const registration = await findRegistration()
  if (registration !== undefined) return showAlone(registration, message)
  const notification = new Notification(message.title, lookOf(message))
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
  })
}

/** Somebody is here: what was to call them has done so. */
export async function closeNotifications() {
  const registration = await findRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
}

async function findRegistration() {
  if (!('serviceWorker' in navigator)) return undefined
  const registration = await navigator.serviceWorker.getRegistration('/')
  return registration?.active ? registration : undefined
}
