import { startFaultProxy } from '#server/testing/fault-proxy.ts'
import { startGoogleIssuer } from '#server/testing/google-issuer.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { startPushService } from '#server/testing/push-service.ts'
import { callOnce, createCallLog } from './calls.ts'

const PASSWORD = 'Quiet river 42'

export type ExternalServices = Awaited<ReturnType<typeof startExternalServices>>

/** A mail server, a Google issuer and a push service on loopback, each behind a proxy that can inject faults. */
export async function startExternalServices() {
  const [mail, google, push] = await Promise.all([startMailServer(), startGoogleIssuer(), startPushService()])
  const proxyTo = (url: string) => startFaultProxy(Number(new URL(url).port))
  const [mailProxy, googleProxy, pushProxy] = await Promise.all([
    proxyTo(mail.url),
    proxyTo(google.settings.GOOGLE_KEYS_URL),
    proxyTo(push.origin),
  ])
  return {
    mail,
    google,
    push,
    toMail: mailProxy,
    toGoogle: googleProxy,
    toPush: pushProxy,
    settings: {
      ...google.settings,
      SMTP_URL: `smtp://127.0.0.1:${mailProxy.port}`,
      GOOGLE_KEYS_URL: `http://127.0.0.1:${googleProxy.port}/keys`,
      PUSH_HOSTS: `127.0.0.1:${pushProxy.port}`,
    },
    async close() {
      await Promise.all([mailProxy, googleProxy, pushProxy].map((proxy) => proxy.close()))
      await Promise.all([mail, google, push].map((server) => server.stop()))
    },
  }
}

let lastNumber = 0
export const newAddress = (name: string) => `${name}${(lastNumber += 1)}@example.org`

/** Registers a user and signs in with the password. Returns the slower of the two times; undefined if one fails. */
export async function registerAndSignIn(url: string, email: string) {
  const log = createCallLog()
  const credentials = { email, password: PASSWORD }
  const registered = await callOnce(url, { path: '/users/register', body: { name: 'Newcomer', ...credentials } }, log)
  const { status } = await callOnce(url, { path: '/users/login', body: credentials }, log)
  return registered.status === 201 && status === 200 ? log.slowestMs : undefined
}
