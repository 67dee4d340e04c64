import type { PushMessage } from '#contract/push.ts'

type Message = Omit<PushMessage, 'kind'>

/** Browsers support these options, TypeScript's types lack them. */
interface TimerNotificationOptions extends NotificationOptions {
  renotify: boolean
  actions?: PushMessage['actions']
}

/** The options without actions, which notifications of a page cannot have. */
export const toNotificationOptions = ({ body, tag }: Message, basePath: string): TimerNotificationOptions => ({
  body,
  tag,
  renotify: true,
  icon: `${basePath}/icon-192.png`,
  badge: `${basePath}/badge-96.png`,
})

/** Shows a notification and closes all others, because only the latest state of the timer matters. */
export async function replaceNotifications(
  registration: ServiceWorkerRegistration,
  message: Message,
  basePath: string,
) {
  for (const shown of await registration.getNotifications()) if (shown.tag !== message.tag) shown.close()
  const options: TimerNotificationOptions = { ...toNotificationOptions(message, basePath), actions: message.actions }
  await registration.showNotification(message.title, options)
}
