import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { en } from '#contract/messages/en.ts'
import { fieldsIn, fieldsOf } from './fields.ts'
import { filled, MALFORMED, marksOf, MISSING, SAMPLES, withoutIds } from './samples.ts'
import { type Caller, ENDPOINTS, filler, make, openSite, PROOFS, requestFor, runTimer, watchOver } from './site.ts'

test('S10 every endpoint is in the matrix, with everything that can be said to it', () => {
  expect(Object.keys(SAMPLES)).toEqual([...ENDPOINTS.keys()])
  for (const [name, endpoint] of ENDPOINTS)
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = endpoint[part]
      const fields = schema === undefined ? [] : fieldsOf(schema)
      expect(fieldsIn(SAMPLES[name]![part]), `${part} of ${name}`).toEqual(fields)
    }
})

test('A1 without a live session nobody is answered, but by what is public, and nothing changes', async () => {
  const site = await openSite()
  const { app, newcomer, openSession } = site
  const [ann, gone] = [await newcomer(), await newcomer()]
  const ended = await openSession(ann.userId)
  await app.inject(requestFor('users.logout', {}, ended))
  await app.inject(requestFor('users.deleteProfile', SAMPLES['users.deleteProfile']!, gone.token))
  const expectNoHarm = await watchOver(site, ann)
  const tokens = { anonymous: undefined, forged: `${ann.token}x`, 'signed out': ended, deleted: gone.token }
  const answers: string[] = []
  for (const [name, endpoint] of ENDPOINTS)
    for (const [stranger, token] of Object.entries(tokens)) {
      if (endpoint.public) continue
      const reply = await app.inject(requestFor(name, filled(SAMPLES[name]!, filler(ann)), token))
      const isRefused = reply.statusCode === 401 && reply.json().message === en.unauthenticated
      if (!isRefused) answers.push(`${name} answers who is ${stranger}: ${reply.statusCode} ${reply.body}`)
    }
  expect(answers).toEqual([])
  await expectNoHarm()
})

/** What an endpoint says where something is named that is not the caller's, if it is not "not found". */
const ANSWERS: Record<string, number> = {
  // Google is not set up here.
  'users.google': 401,
  // Where a list goes on is a part of the question.
  'timeEntries.list entry': 400,
  // On what is not there no time was worked.
  'reports.summary': 200,
  'reports.series': 200,
  'reports.rhythm': 200,
  'reports.entries': 200,
  'reports.export': 200,
  // Each command has a verdict of its own.
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
  import: en.importNotFound,
  session: en.sessionNotFound,
}

/** A place of a sample that names something of which another has one too. */
interface Place {
  mark: string
  place: number
  theirs: string
}

/** An id that the caller makes is one place, however often it is said. */
const placesIn = (name: string, { things }: Caller): Place[] =>
  marksOf(SAMPLES[name]!)
    .map((mark, place) => ({ mark, place, theirs: things[mark.replace('new.', '')] ?? '' }))
    .filter(({ mark, theirs }) => theirs !== '' && !PROOFS.includes(mark))
    .filter(({ mark, place }, _, all) => !isNew(mark) || all.find((one) => one.mark === mark)?.place === place)
const isNew = (mark: string) => mark.startsWith('new.')

const worksWith = (name: string) => ANSWERS[name] ?? (ENDPOINTS.get(name)!.creates ? 201 : 200)

test.each(Object.keys(api))('S10 %s: what another has is answered like what nobody has', async (resource) => {
  const site = await openSite()
  const { app, newcomer, rowsOf } = site
  const ann = await newcomer()
  await runTimer(app, ann)
  const expectNoHarm = await watchOver(site, ann)
  let bob = await newcomer()

  /** Bob calls with his own things, but for one. Whoever has changed anything gives way to another Bob. */
  async function answerTo(name: string, named?: Place, id?: string) {
    const { after } = SAMPLES[name]!
    if (after !== undefined) await make(app, bob, after)
    const fill = filler(bob)
    const isNamed = (mark: string, place: number) => (isNew(mark) ? mark === named?.mark : place === named?.place)
    const sample = filled(SAMPLES[name]!, (mark, place) => (isNamed(mark, place) ? id : fill(mark)))
    const reply = await app.inject(requestFor(name, sample, bob.token))
    const isChanged = after !== undefined || reply.raw.req.method !== 'GET'
    if (reply.statusCode < 400 && isChanged) bob = await newcomer()
    return reply
  }

  async function compare(name: string, named: Place) {
    const what = `${name} ${named.mark}`
    const status = isNew(named.mark) ? worksWith(name) : (ANSWERS[what] ?? ANSWERS[name] ?? 404)
    const before = await rowsOf(bob)
    const others = await answerTo(name, named, named.theirs)
    expect(others.statusCode, what).toBe(status)
    if (status === 404) expect(others.json(), what).toMatchObject({ message: NOT_FOUND[named.mark] })
    if (status >= 400) expect(await rowsOf(bob), what).toEqual(before)
    const missing = await answerTo(name, named, MISSING)
    expect([missing.statusCode, withoutIds(missing.body)], what).toEqual([status, withoutIds(others.body)])
    expect((await answerTo(name, named, MALFORMED)).statusCode, what).toBe(400)
  }

  for (const name of [...ENDPOINTS.keys()].filter((name) => name.startsWith(`${resource}.`))) {
    for (const named of placesIn(name, ann)) await compare(name, named)
    expect((await answerTo(name)).statusCode, name).toBe(worksWith(name))
  }
  await expectNoHarm()
})
