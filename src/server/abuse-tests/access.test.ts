import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { en } from '#contract/messages/en.ts'
import { fieldsOfValue, fieldsOfSchema } from './fields.ts'
import {
  fillPlaceholders,
  MALFORMED_ID,
  placeholdersIn,
  UNKNOWN_ID,
  SAMPLE_REQUESTS,
  withoutIds,
} from './sample-requests.ts'
import {
  type Caller,
  ENDPOINTS,
  valuesFor,
  callSample,
  startServer,
  CREDENTIALS,
  requestFor,
  runTimer,
  watchForHarm,
} from './test-server.ts'

test('S10 every endpoint has a sample request with every field of its contract', () => {
  expect(Object.keys(SAMPLE_REQUESTS)).toEqual([...ENDPOINTS.keys()])
  for (const [name, endpoint] of ENDPOINTS)
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = endpoint[part]
      const fields = schema === undefined ? [] : fieldsOfSchema(schema)
      expect(fieldsOfValue(SAMPLE_REQUESTS[name]![part]), `${part} of ${name}`).toEqual(fields)
    }
})

test('A1 without a live session only public endpoints answer, and nothing changes', async () => {
  const server = await startServer()
  const { app, createCaller, openSession } = server
  const [ann, gone] = [await createCaller(), await createCaller()]
  const ended = await openSession(ann.userId)
  await app.inject(requestFor('users.logout', {}, ended))
  await app.inject(requestFor('users.deleteProfile', SAMPLE_REQUESTS['users.deleteProfile']!, gone.token))
  const expectNoHarm = await watchForHarm(server, ann)
  const tokens = { anonymous: undefined, forged: `${ann.token}x`, 'signed out': ended, deleted: gone.token }
  const unrefused: string[] = []
  for (const [name, endpoint] of ENDPOINTS)
    for (const [stranger, token] of Object.entries(tokens)) {
      if (endpoint.public) continue
      const reply = await app.inject(requestFor(name, fillPlaceholders(SAMPLE_REQUESTS[name]!, valuesFor(ann)), token))
      const isRefused = reply.statusCode === 401 && reply.json().message === en.unauthenticated
      if (!isRefused) unrefused.push(`${name} answers a caller who is ${stranger}: ${reply.statusCode} ${reply.body}`)
    }
  expect(unrefused).toEqual([])
  await expectNoHarm()
})

/** The status for an id that is not the caller's, where it is not 404. */
const STATUSES: Record<string, number> = {
  // Google sign-in is not configured here.
  'users.google': 401,
  // No OpenID provider is configured here either.
  'openid.start': 404,
  'openid.signIn': 404,
  'openid.startLink': 404,
  'openid.link': 404,
  // Signed by nobody.
  'passkeys.signIn': 401,
  'passkeys.add': 400,
  // Nothing was begun or turned on.
  'twoFactor.confirmApp': 409,
  'twoFactor.makeRecoveryCodes': 409,
  // A cursor is part of the query, so a wrong one is a bad request.
  'timeEntries.list entry': 400,
  'trash.list trash': 400,
  // A filter by an unknown id matches no entries.
  'reports.summary': 200,
  'reports.series': 200,
  'reports.rhythm': 200,
  'reports.estimates': 200,
  'reports.entries': 200,
  'reports.export': 200,
  // A feed of an unknown project has no entries of it.
  'calendarFeeds.create': 201,
  'calendarFeeds.update client': 200,
  'calendarFeeds.update project': 200,
  // It is only the place on which a page begins.
  'publicReport.entries': 200,
  // The import is finished.
  'imports.continue': 409,
  'imports.continue import': 404,
  // Each command of the request is acknowledged or rejected by itself.
  'timer.command': 200,
}

const NOT_FOUND: Record<string, string> = {
  client: en.clientNotFound,
  project: en.projectNotFound,
  task: en.taskNotFound,
  tag: en.tagNotFound,
  preset: en.timerPresetNotFound,
  entry: en.timeEntryNotFound,
  view: en.reportViewNotFound,
  feed: en.calendarFeedNotFound,
  calendar: en.calendarNotFound,
  shared: en.sharedReportNotFound,
  import: en.importNotFound,
  upload: en.uploadNotFound,
  archive: en.uploadNotFound,
  session: en.sessionNotFound,
  identity: en.openidIdentityNotFound,
  passkey: en.passkeyNotFound,
  token: en.tokenNotFound,
  webhook: en.webhookNotFound,
  trash: en.trashItemNotFound,
}

/** A placeholder of a sample request for which another user has a value as well. */
interface Reference {
  placeholder: string
  index: number
  theirs: string
}

/** A new id counts once, however often the request repeats it. */
const referencesIn = (name: string, { values }: Caller): Reference[] =>
  placeholdersIn(SAMPLE_REQUESTS[name]!)
    .map((placeholder, index) => ({ placeholder, index, theirs: values[placeholder.replace('new.', '')] ?? '' }))
    .filter(({ placeholder, theirs }) => theirs !== '' && !CREDENTIALS.includes(placeholder))
    .filter(
      ({ placeholder, index }, _, all) =>
        !isNew(placeholder) || all.find((one) => one.placeholder === placeholder)?.index === index,
    )
const isNew = (placeholder: string) => placeholder.startsWith('new.')

/** To ordinary users, the endpoints of administrators do not exist. */
const successStatus = (name: string) =>
  name.startsWith('administration.') ? 404 : (STATUSES[name] ?? (ENDPOINTS.get(name)!.creates ? 201 : 200))

test.each(Object.keys(api))(
  'S10 %s: an id of another user is answered like an id that does not exist',
  async (resource) => {
    const server = await startServer()
    const { app, createCaller, rowsOf } = server
    const ann = await createCaller()
    await runTimer(app, ann)
    const expectNoHarm = await watchForHarm(server, ann)
    let bob = await createCaller()

    /** Calls an endpoint with Bob's values except for one. After a call that may have changed data, Bob is a new user. */
    async function callAsBob(name: string, reference?: Reference, id?: string) {
      const { callFirst } = SAMPLE_REQUESTS[name]!
      if (callFirst !== undefined) await callSample(app, bob, callFirst)
      const fill = valuesFor(bob)
      const isReference = (placeholder: string, index: number) =>
        isNew(placeholder) ? placeholder === reference?.placeholder : index === reference?.index
      const sample = fillPlaceholders(SAMPLE_REQUESTS[name]!, (placeholder, index) =>
        isReference(placeholder, index) ? id : fill(placeholder),
      )
      const reply = await app.inject(requestFor(name, sample, bob.token))
      const mayHaveChanged = callFirst !== undefined || reply.raw.req.method !== 'GET'
      if (reply.statusCode < 400 && mayHaveChanged) bob = await createCaller()
      return reply
    }

    async function compare(name: string, reference: Reference) {
      const { placeholder, theirs } = reference
      const what = `${name} ${placeholder}`
      const status = isNew(placeholder) ? successStatus(name) : (STATUSES[what] ?? STATUSES[name] ?? 404)
      const before = await rowsOf(bob)
      const others = await callAsBob(name, reference, theirs)
      expect(others.statusCode, what).toBe(status)
      if (status === 404) expect(others.json(), what).toMatchObject({ message: NOT_FOUND[placeholder] })
      if (status >= 400) expect(await rowsOf(bob), what).toEqual(before)
      const missing = await callAsBob(name, reference, UNKNOWN_ID)
      expect([missing.statusCode, withoutIds(missing.body)], what).toEqual([status, withoutIds(others.body)])
      expect((await callAsBob(name, reference, MALFORMED_ID)).statusCode, what).toBe(400)
    }

    for (const name of [...ENDPOINTS.keys()].filter((name) => name.startsWith(`${resource}.`))) {
      for (const reference of referencesIn(name, ann)) await compare(name, reference)
      expect((await callAsBob(name)).statusCode, name).toBe(successStatus(name))
    }
    await expectNoHarm()
  },
)
