import type { PushMessage } from '#contract/push.ts'
import { replaceNotifications } from './timer-notification.ts'

/** Shows what the server pushes, in the server's words. */
export function showPushes(worker: ServiceWorkerGlobalScope) {
  worker.addEventListener('push', (event) => {
    if (event.data === null) return
    event.waitUntil(replaceNotifications(worker.registration, event.data.json() as PushMessage))
  })
}

/** Brings a press on a notification to the app: to a window of it, or to a new one, which asks what it was opened for. */
export function handleNotificationClicks(worker: ServiceWorkerGlobalScope) {
  let pressed: string | undefined

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(bring(event.action))
  })

  // The address alone tells nothing: anybody could have sent somebody there.
  worker.addEventListener('message', (event) => {
    const { type } = event.data as { type?: unknown }
    if (type !== 'opened-for' || pressed === undefined) return
    event.source?.postMessage({ type: 'timer-action', action: pressed })
    pressed = undefined
  })

  async function bring(action: string) {
    const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const found = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
    if (found !== undefined) {
      if (action !== '') found.postMessage({ type: 'timer-action', action })
      await found.focus()
    } else if (action === '') {
      await worker.clients.openWindow('/')
    } else {
      pressed = action
      await worker.clients.openWindow(`/?timer=${action}`)
    }
  }
}
