import type { Cluster } from '../../scripts/topology/start-cluster.ts'
import { callOnce } from './calls.ts'
import { inTime, longest, none, slowest } from './criteria.ts'
import { type ExternalServices, newAddress, registerAndSignIn } from './external-services.ts'

/** Allows for a second password that is hashed at the same time on a slow machine. */
const MAX_SIGN_IN_MS = 2_000
const MAX_GOOGLE_MS = 7_000
const SENTENCES = {
  en: 'Error signing in with Google',
  es: 'Error al iniciar sesión con Google',
  tr: 'Google ile oturum açılırken hata oluştu',
}

/** Makes Google's keys unavailable in several ways while users sign in with Google or with a password. */
export async function breakGoogle({ url, nodes }: Cluster, { google, toGoogle }: ExternalServices) {
  const failures: Record<string, () => void> = {
    'closes every connection': () => toGoogle.cut(),
    'never replies': () => toGoogle.hold(),
    'replies with an error': () => google.answerKeysWith(500),
    'replies with a page': () => google.answerKeysWith(200, '<html>'),
  }
  const tokenFor = async (sub: string) => {
    const { address } = (await callOnce(url, { path: '/users/google' })).data as { address: string }
    const nonce = new URL(address).searchParams.get('nonce')
    return google.tokenFor({ sub, email: `${sub}@gmail.com`, name: sub, nonce })
  }
  const unexpected: string[] = []
  const [times, logins]: [number[], (number | undefined)[]] = [[], []]
  for (const [name, fail] of Object.entries(failures)) {
    fail()
    for (const [language, sentence] of Object.entries(SENTENCES)) {
      const body = JSON.stringify({ token: await tokenFor('ann') })
      const headers = { 'content-type': 'application/json', 'accept-language': language }
      const at = performance.now()
      const reply = await fetch(`${url}/api/users/google`, { method: 'POST', headers, body })
      times.push(performance.now() - at)
      const { message } = (await reply.json()) as { message: string }
      if (reply.status !== 503 || message !== sentence) unexpected.push(`Google ${name}: ${reply.status} ${message}`)
    }
    logins.push(await registerAndSignIn(url, newAddress('google')))
    toGoogle.heal()
    google.answerKeysWith(200)
  }
  const back = await Promise.all(
    nodes.map(async (node, index) => {
      const body = { token: await tokenFor(`ann${index}`) }
      return (await callOnce(node.url, { path: '/users/google', body })).status
    }),
  )
  return [
    none('sign-ins with a failing Google without a message in the user’s language', unexpected),
    inTime('the slowest of these replies', longest(times), MAX_GOOGLE_MS),
    inTime('registering and signing in with a password meanwhile, the slowest', slowest(logins), MAX_SIGN_IN_MS),
    none(
      'sign-ins that fail after Google is back',
      back.filter((status) => status !== 200),
    ),
  ]
}
