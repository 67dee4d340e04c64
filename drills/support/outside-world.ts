import { startFaultProxy } from '#server/testing/fault-proxy.ts'
import { startGoogleIssuer } from '#server/testing/google-issuer.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { startPushService } from '#server/testing/push-service.ts'
import { attempt, openCallLog } from './calls.ts'

const PASSWORD = 'Quiet river 42'

export type OutsideWorld = Awaited<ReturnType<typeof openOutsideWorld>>

/** All that a server talks to beside its own: real ones on loopback, each behind a network that can fail. */
export async function openOutsideWorld() {
  const [mail, google, push] = await Promise.all([startMailServer(), startGoogleIssuer(), startPushService()])
  const wayTo = (url: string) => startFaultProxy(Number(new URL(url).port))
  const [toMail, toGoogle, toPush] = await Promise.all([
    wayTo(mail.url),
    wayTo(google.settings.GOOGLE_KEYS_URL),
    wayTo(push.origin),
  ])
  return {
    mail,
    google,
    push,
    toMail,
    toGoogle,
    toPush,
    settings: {
      ...google.settings,
      SMTP_URL: `smtp://127.0.0.1:${toMail.port}`,
      GOOGLE_KEYS_URL: `http://127.0.0.1:${toGoogle.port}/keys`,
      PUSH_HOSTS: `127.0.0.1:${toPush.port}`,
    },
    async close() {
      await Promise.all([toMail, toGoogle, toPush].map((proxy) => proxy.close()))
      await Promise.all([mail, google, push].map((server) => server.stop()))
    },
  }
}

let known = 0
export const newAddress = (name: string) => `${name}${(known += 1)}@example.org`

/** Somebody registers, and signs in with the password. How long the slower of the two takes; undefined: it fails. */
export async function comeIn(url: string, email: string) {
  const log = openCallLog()
  const credentials = { email, password: PASSWORD }
  const registered = await attempt(url, { path: '/users/register', body: { name: 'Newcomer', ...credentials } }, log)
  const { status } = await attempt(url, { path: '/users/login', body: credentials }, log)
  return registered.status === 201 && status === 200 ? log.longestMs : undefined
}
