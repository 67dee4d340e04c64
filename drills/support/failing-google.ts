import type { Cluster } from '../../scripts/topology/start-cluster.ts'
import { callOnce } from './calls.ts'
import { inTime, longest, none, slowest } from './criteria.ts'
import { registerAndSignIn, newAddress, type ExternalServices } from './external-services.ts'

/** What a second password to be hashed may wait for, on a slow machine. */
const MAX_SIGN_IN_MS = 2_000
const MAX_GOOGLE_MS = 7_000
const SENTENCES = {
  en: 'Error signing in with Google',
  es: 'Error al iniciar sesión con Google',
  tr: 'Google ile oturum açılırken hata oluştu',
}

/** Keys that cannot be had, in every way, and people who sign in with Google, or with their password. */
export async function breakGoogle({ url, nodes }: Cluster, { google, toGoogle }: ExternalServices) {
  const failures: Record<string, () => void> = {
    'ends every connection': () => toGoogle.cut(),
    'says nothing': () => toGoogle.hold(),
    'has an error': () => google.answerKeysWith(500),
    'answers with a page': () => google.answerKeysWith(200, '<html>'),
  }
  const tokenFor = async (sub: string) => {
    const { address } = (await callOnce(url, { path: '/users/google' })).data as { address: string }
    const nonce = new URL(address).searchParams.get('nonce')
    return google.tokenFor({ sub, email: `${sub}@gmail.com`, name: sub, nonce })
  }
  const odd: string[] = []
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
      if (reply.status !== 503 || message !== sentence) odd.push(`Google ${name}: ${reply.status} ${message}`)
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
    none('sign-ins with a Google that fails that are not told so, in their language', odd),
    inTime('the slowest of these answers', longest(times), MAX_GOOGLE_MS),
    inTime('registering and signing in with a password meanwhile, the slowest', slowest(logins), MAX_SIGN_IN_MS),
    none(
      'sign-ins that fail once Google is back',
      back.filter((status) => status !== 200),
    ),
  ]
}
