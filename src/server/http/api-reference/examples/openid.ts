import type { openid } from '#contract/accounts/openid.ts'
import { SIGNED_IN } from './accounts.ts'
import type { ExamplesOf } from './example-types.ts'
import { byId, SESSION_ID } from './sample-data.ts'

const STARTED = {
  address: 'https://id.example.org/authorize?client_id=ritmo&code_challenge=…&state=…',
  flow: 'Zm9yIG9uZSBzaWduLWlu',
}
const FINISHED = { flow: STARTED.flow, reply: 'code=c3BsZW5kaWQ&state=YWYwaWZqc2xka2o' }
const IDENTITY = {
  id: SESSION_ID,
  provider: 'keycloak',
  label: 'ann@example.org',
  linkedAt: '2026-03-02T09:00:00.000Z',
  lastUsedAt: '2026-03-02T09:00:00.000Z',
}

export const openidExamples: ExamplesOf<typeof openid> = {
  ways: { reply: { providers: [{ id: 'keycloak', name: 'Keycloak', logo: null }], password: true } },
  start: { body: { provider: 'keycloak', language: 'en' }, reply: STARTED },
  signIn: { body: FINISHED, reply: SIGNED_IN },
  signOut: { reply: { address: 'https://id.example.org/logout?id_token_hint=…' } },
  identities: { reply: [IDENTITY] },
  startLink: { body: { provider: 'keycloak', password: 'Correct horse 1' }, reply: STARTED },
  link: { body: FINISHED, reply: IDENTITY },
  unlink: { ...byId(SESSION_ID), reply: null },
}
