import type { PushMessage } from '#contract/push.ts'

type Message = Omit<PushMessage, 'kind'>

/** What browsers know and TypeScript does not. */
interface TimerNotificationOptions extends NotificationOptions {
  renotify: boolean
  actions?: PushMessage['actions']
}

/** Without buttons: a page's own notifications cannot have any. */
export const toNotificationOptions = ({ body, tag }: Message): TimerNotificationOptions => ({
  body,
  tag,
  renotify: true,
  icon: '/icon-192.png',
  badge: '/badge-96.png',
})

/** There is one timer: what is told of it takes the place of everything told before, by the server or by a page. */
export async function replaceNotifications(registration: ServiceWorkerRegistration, message: Message) {
  for (const shown of await registration.getNotifications()) if (shown.tag !== message.tag) shown.close()
  const look: TimerNotificationOptions = { ...toNotificationOptions(message), actions: message.actions }
  await registration.showNotification(message.title, look)
}
