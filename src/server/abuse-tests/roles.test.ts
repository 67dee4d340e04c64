import { expect, test } from 'vitest'
import { en } from '#contract/messages/en.ts'
import { newId } from '#server/db/values.ts'
import { insertUser } from '#server/features/users/queries.ts'
import { type SampleRequest, SAMPLE_REQUESTS, UNKNOWN_ID, fillPlaceholders, placeholdersIn } from './sample-requests.ts'
import { CREDENTIALS, ENDPOINTS, requestFor, startServer, valuesFor, watchForHarm } from './test-server.ts'

const FOR_ADMINISTRATORS = [...ENDPOINTS.keys()].filter((name) => name.startsWith('administration.'))

async function siteWithRoles() {
  const server = await startServer()
  const [user, other] = [await server.createCaller(), await server.createCaller()]
  // Without contents, so that whatever is shown to the administrator is another user's.
  const id = newId(Date.parse('2026-03-02T09:00:00Z'))
  const columns = { id, name: 'Administrator', email: 'administrator@example.org', is_administrator: 1 } as const
  await insertUser(server.database.db, columns, Date.parse('2026-03-02T09:00:00Z'))
  return { server, app: server.app, user, other, administrator: await server.openSession(id) }
}

/** The sample request with the id of this user, or of something else that administrators manage. */
function requestAbout(name: string, id: string, token?: string) {
  const sample = JSON.parse(JSON.stringify(SAMPLE_REQUESTS[name]).replaceAll(UNKNOWN_ID, id)) as SampleRequest
  return requestFor(name, sample, token)
}

const STATUSES: Record<string, number> = {
  'administration.invite': 201,
  // There is no invitation with the id of a user.
  'administration.revokeInvitation': 404,
}

test.each(FOR_ADMINISTRATORS)('A50 %s: only administrators may', async (name) => {
  const { app, user, other, administrator, server } = await siteWithRoles()
  const expectNoHarm = await watchForHarm(server, user)
  const stranger = await app.inject(requestAbout(name, user.userId))
  expect([stranger.statusCode, stranger.json().message]).toEqual([401, en.unauthenticated])
  for (const caller of [user, other]) {
    const refused = await app.inject(requestAbout(name, user.userId, caller.token))
    expect([refused.statusCode, refused.json().message]).toEqual([404, en.pageNotFound])
  }
  await expectNoHarm()
  const reply = await app.inject(requestAbout(name, user.userId, administrator))
  expect(reply.statusCode, reply.body).toBe(STATUSES[name] ?? 200)
})

/** Texts that the sample requests put into the records of a user. */
const CONTENTS = ['Canary words', 'Canary notes', 'Canary address']

const hasCredentials = (name: string) =>
  placeholdersIn(SAMPLE_REQUESTS[name]!).some((placeholder) => CREDENTIALS.includes(placeholder))

test('A51 an administrator reads and changes nothing that a user has entered, by no endpoint', async () => {
  const { app, user, administrator, server } = await siteWithRoles()
  const expectNoHarm = await watchForHarm(server, user)
  const shown: string[] = []
  for (const [name, endpoint] of ENDPOINTS) {
    const isChangeOfAccount = FOR_ADMINISTRATORS.includes(name) && endpoint.method !== 'GET'
    // With the credentials of the user, anybody has access.
    const isByCredentials = endpoint.public || hasCredentials(name)
    // These end the session of the administrator.
    const isEnd = name === 'users.logout' || name === 'users.deleteProfile'
    if (isChangeOfAccount || isByCredentials || isEnd) continue
    const sample = fillPlaceholders(SAMPLE_REQUESTS[name]!, valuesFor(user))
    const reply = await app.inject(requestFor(name, sample, administrator))
    if (endpoint.method === 'GET' && CONTENTS.some((text) => reply.body.includes(text)))
      shown.push(`${name}: ${reply.body}`)
  }
  expect(shown).toEqual([])
  await expectNoHarm()
})
