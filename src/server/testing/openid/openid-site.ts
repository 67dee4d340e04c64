import { onTestFinished } from 'vitest'
import { startOpenidProvider } from './openid-provider.ts'
import { createProviderVisitor } from './provider-visitor.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'

export const PASSWORD = 'Correct horse 1'
export const GOOD_PERSON = { name: 'Ann', email: 'ann@example.org', email_verified: true }

type ProviderOptions = Omit<Parameters<typeof startOpenidProvider>[0], 'site'>

/** A server with a real OpenID provider, where Ann and Bob have accounts. */
export async function withProvider(environment: Record<string, string> = {}, options: ProviderOptions = {}) {
  const mail = await testMail()
  const provider = await startOpenidProvider({ site: mail.settings.PUBLIC_URL, ...options })
  onTestFinished(provider.stop)
  provider.people['ann'] = GOOD_PERSON
  provider.people['bob'] = { name: 'Bob', email: 'bob@example.org', email_verified: true }
  const parts = await testApp({ ...provider.settings, ...mail.settings, ...environment })
  const { app, post } = parts
  const visit = (address: string, login: string) => createProviderVisitor()(address, login)
  const start = async (): Promise<{ address: string; flow: string }> =>
    (await post('/users/openid/start', { provider: 'work', language: 'es' })).json().data
  const finish = (flow: string, reply: string) => post('/users/openid/sign-in', { flow, reply })
  const as = (token: string, path: string, request: { method?: 'POST' | 'DELETE'; payload?: object } = {}) =>
    app.inject({ url: `/api${path}`, headers: { 'x-auth-token': token }, ...request })
  return {
    ...parts,
    mail,
    provider,
    visit,
    start,
    finish,
    as,
    async signIn(login: string, browser = createProviderVisitor()) {
      const { address, flow } = await start()
      return finish(flow, await browser(address, login))
    },
    register: (email: string) => post('/users/register', { name: 'Ann', email, password: PASSWORD }),
    login: (email: string) => post('/users/login', { email, password: PASSWORD }),
    async verify() {
      await app.mail.deliver()
      const { link } = mail.mails.at(-1)!
      return post('/users/verify-email', { token: link.slice(link.lastIndexOf('/') + 1) })
    },
  }
}
