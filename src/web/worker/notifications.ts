import type { PushMessage } from '#contract/push.ts'
import { replaceNotifications } from './timer-notification.ts'

/** Shows push messages, whose text the server writes. */
export function showPushes(worker: ServiceWorkerGlobalScope, basePath: string) {
  worker.addEventListener('push', (event) => {
    if (event.data === null) return
    event.waitUntil(replaceNotifications(worker.registration, event.data.json() as PushMessage, basePath))
  })
}

/** Passes an action of a notification to an open window, or opens a new one, which then requests the action. */
export function handleNotificationClicks(worker: ServiceWorkerGlobalScope, basePath: string) {
  let pendingAction: string | undefined

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(handleAction(event.action))
  })

  // The action is not taken from the address, because any site could link to it.
  worker.addEventListener('message', (event) => {
    const { type } = event.data as { type?: unknown }
    if (type !== 'opened-for' || pendingAction === undefined) return
    event.source?.postMessage({ type: 'timer-action', action: pendingAction })
    pendingAction = undefined
  })

  async function handleAction(action: string) {
    const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const found = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
    if (found !== undefined) {
      if (action !== '') found.postMessage({ type: 'timer-action', action })
      await found.focus()
    } else if (action === '') {
      await worker.clients.openWindow(`${basePath}/`)
    } else {
      pendingAction = action
      await worker.clients.openWindow(`${basePath}/?timer=${action}`)
    }
  }
}
