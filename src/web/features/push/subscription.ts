import { push } from '#contract/push.ts'
import { call } from '#web/api/call.ts'
import { BASE_PATH } from '#web/base-path.ts'
import { currentLanguage } from '#web/i18n/i18n.ts'

export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

export async function readPushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await findSubscription()
  if (subscription === null || Notification.permission !== 'granted') return 'off'
  // The server decides: it deletes a subscription with its session, and another user may have been signed in here.
  const known = (await call(push.list, {})).find(({ endpoint }) => endpoint === subscription.endpoint)
  if (known === undefined) return 'off'
  if (known.language !== currentLanguage()) await saveSubscription(subscription)
  return 'on'
}

/** Must be called from a click, because browsers ask for permission only then. */
export async function enablePush() {
  if ((await Notification.requestPermission()) !== 'granted') return
  await navigator.serviceWorker.register(`${BASE_PATH}/sw.js`)
  const { pushManager } = await navigator.serviceWorker.ready
  const { publicKey } = await call(push.key, {})
  // An existing subscription may be another user's, or made with an earlier key.
  await (await pushManager.getSubscription())?.unsubscribe()
  await saveSubscription(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
}

export async function disablePush() {
  const subscription = await findSubscription()
  if (subscription === null) return
  await call(push.unsubscribe, { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}

async function findSubscription() {
  const registration = await navigator.serviceWorker.getRegistration(`${BASE_PATH}/`)
  return (await registration?.pushManager.getSubscription()) ?? null
}

function saveSubscription(subscription: PushSubscription) {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const body = { endpoint: subscription.endpoint, keys: { p256dh, auth }, language: currentLanguage() }
  return call(push.subscribe, { body })
}
