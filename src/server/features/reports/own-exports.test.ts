import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

/** The formats of our own exports that can be imported. */
const FORMATS = ['csv', 'json', 'xlsx']
const IS_QUICK = process.env['TESTS'] === 'quick'

const ZONE = 'Europe/Madrid'
const EVERYTHING = { from: '2025-10-01', to: '2025-11-30' }
const HOUR: Worked = ['2025-10-06T08:00:00Z', '2025-10-06T09:00:00Z']
const PAUSE: Worked[] = [
  ['2025-10-06T08:00:00Z', '2025-10-06T08:20:00Z'],
  ['2025-10-06T08:40:00Z', '2025-10-06T09:00:00Z'],
]

type Worked = [from: string, to: string]

interface Entry {
  client?: string
  project?: string
  task?: string
  tags?: string[]
  notes?: string
  worked: Worked[]
}

/** Short segments with shorter pauses, all of odd lengths. */
const manySegments = (count: number): Worked[] =>
  Array.from({ length: count }, (_, index) => {
    const start = Date.parse('2025-10-06T08:00:00.001Z') + index * 61_003
    return [new Date(start).toISOString(), new Date(start + 60_002).toISOString()]
  })

const named = (names: string[]): Entry[] =>
  names.map((name) => ({ client: name, project: name, task: name, tags: [name], notes: name, worked: [HOUR] }))

/** Entries of an account, and how they are exported. */
// prettier-ignore
const KINDS: Record<string, { entries: Entry[]; query?: Record<string, string> }> = {
  'tags with a comma': { entries: [{ tags: ['a, b'], worked: [HOUR] }, { tags: ['a', 'b'], worked: [HOUR] }, { tags: ['c,d', 'e,', ',f'], worked: [HOUR] }] },
  'tags with a semicolon': { entries: [{ tags: ['a; b', 'c;d'], worked: [HOUR] }, { tags: ['a', 'b;'], worked: [HOUR] }] },
  'tags with quotation marks': { entries: [{ tags: ['"', '""', 'say "x"', '"a", b', 'a"b'], worked: [HOUR] }] },
  'tags like lists, pairs and none': { entries: [{ tags: ['[]', '[x]', 'a:b', '-', "'", '#x'], worked: [HOUR] }, { tags: ['-'], worked: [HOUR] }, { tags: ['[]'], worked: [HOUR] }] },
  'milliseconds': { entries: [{ worked: [['2025-10-06T08:00:00.400Z', '2025-10-06T08:00:00.401Z']] }, { worked: [['2025-10-06T09:59:59.999Z', '2025-10-06T11:00:00.007Z']] }] },
  'a pause': { entries: [{ worked: PAUSE }, { worked: [HOUR] }] },
  'two segments that touch': { entries: [{ worked: [['2025-10-06T08:00:00Z', '2025-10-06T08:20:00Z'], ['2025-10-06T08:20:00Z', '2025-10-06T09:00:00Z']] }] },
  'the most pauses': { entries: [{ worked: manySegments(1_000) }] },
  'projects of the same name, the first without a client': { entries: [{ project: 'Admin', worked: [HOUR] }, { client: 'Acme', project: 'Admin', worked: [HOUR] }, { client: 'Blue', project: 'Admin', worked: [HOUR] }] },
  'projects of the same name, the last without a client': { entries: [{ client: 'Acme', project: 'Admin', task: 'Mail', worked: [HOUR] }, { project: 'Admin', task: 'Mail', worked: [HOUR] }] },
  'texts like formulas': { entries: named(['=1+1', '+1', '-1', '@SUM(A1)', "'=1", "''+1", '\uFF1D1', "'", '=a, "b"; c']) },
  'texts like none': { entries: named(['-', '--', 'null', 'None', '0', 'No project', '""']) },
  'unusual characters': { entries: named(['\u{1F469}\u200D\u{1F4BB} \u{1F345}', 'İstanbul ığ', 'שלום עולם', 'سلام', '提案書', 'e\u0301', '<b>&amp;</b>', '_x000D_', 'a|b\\c']) },
  'notes of several lines': { entries: ['two\nlines', 'two\r\nlines', '\ttab', ' spaces ', 'a,b;"c"\n"', '\n=1', 'x'.repeat(2_000)].map((notes) => ({ notes, worked: [HOUR] })) },
  'equal entries': { entries: [{ worked: PAUSE }, { worked: PAUSE }, { worked: [HOUR] }, { worked: [HOUR] }] },
  'an entry over midnight': { entries: [{ worked: [['2025-10-06T20:00:00Z', '2025-10-06T23:30:00Z'], ['2025-10-07T01:00:00Z', '2025-10-07T02:00:00Z']] }] },
  'an entry of several days': { entries: [{ worked: [['2025-10-06T20:00:00Z', '2025-10-09T23:30:00Z']] }] },
  'the hour that occurs twice': { entries: [{ worked: [['2025-10-26T00:10:00Z', '2025-10-26T00:40:00Z']] }, { worked: [['2025-10-26T01:10:00Z', '2025-10-26T01:40:00Z']] }, { worked: [['2025-10-26T00:50:00Z', '2025-10-26T01:05:00Z'], ['2025-10-26T01:06:00Z', '2025-10-26T02:40:00Z']] }] },
  'entries cut by the range': { query: { from: '2025-10-07', to: '2025-10-07' }, entries: [{ worked: [['2025-10-06T20:00:00Z', '2025-10-06T22:30:00Z'], ['2025-10-06T23:00:00Z', '2025-10-07T22:30:00.500Z']] }, { worked: [['2025-10-06T21:00:00Z', '2025-10-07T23:00:00Z']] }, { worked: [['2025-10-06T20:00:00Z', '2025-10-06T21:00:00Z'], ['2025-10-07T23:00:00Z', '2025-10-07T23:10:00Z']] }] },
  'entries rounded up': { query: { rounding: 'up', roundingMinutes: '45' }, entries: [{ worked: PAUSE }, { worked: [HOUR] }] },
  'entries rounded down': { query: { rounding: 'down', roundingMinutes: '25' }, entries: [{ worked: PAUSE }, { worked: [HOUR] }] },
  'entries rounded to nothing': { query: { rounding: 'down', roundingMinutes: '60' }, entries: [{ worked: PAUSE }, { worked: [['2025-10-06T08:00:00Z', '2025-10-06T08:20:00Z']] }] },
  'days rounded': { query: { rounding: 'nearest', roundingMinutes: '30', roundingPer: 'day' }, entries: [{ worked: PAUSE }, { worked: PAUSE }, { worked: [HOUR] }] },
}

async function testSite() {
  const { app, signUp } = await testApp()
  let users = 0
  return {
    newUser: () => signUp(`User${(users += 1)}`),
    async exportOf(user: User, format: string, query: Record<string, string> = {}) {
      const days = { ...EVERYTHING, zone: ZONE, group: 'project', ...query }
      const reply = await user.get(`/reports/export?${new URLSearchParams({ ...days, format }).toString()}`)
      expect(reply.statusCode, reply.body.slice(0, 500)).toBe(200)
      return reply.rawPayload
    },
    async importAs({ token }: User, payload: Buffer) {
      // The file names its own offsets, so this zone does not matter.
      const url = '/api/imports?zone=America/New_York&long=keep'
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
      return (await app.inject({ method: 'POST', url, payload, headers })).json()
    },
  }
}

type Site = Awaited<ReturnType<typeof testSite>>
type User = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['signUp']>>

/** A new user with some entries. */
async function userWith(site: Site, entries: readonly Entry[]) {
  const user = await site.newUser()
  const ids = new Map<string, string>()

  async function make(path: string, draft: object) {
    const known = path === '/time-entries' ? undefined : ids.get(path + JSON.stringify(draft))
    if (known !== undefined) return known
    const reply = await user.post(path, draft)
    expect(reply.statusCode, reply.body).toBe(201)
    const id = reply.json().data.id as string
    ids.set(path + JSON.stringify(draft), id)
    return id
  }

  for (const { client, project = 'Web', task, tags = [], notes = '', worked } of entries) {
    const owner = client === undefined ? null : await make('/clients', { name: client })
    const projectId = await make('/projects', { name: project, client: owner })
    const tagIds: string[] = []
    for (const name of tags) tagIds.push(await make('/tags', { name }))
    await make('/time-entries', {
      project: projectId,
      task: task === undefined ? null : await make('/tasks', { name: task, project: projectId }),
      tags: tagIds,
      notes,
      startTime: worked[0]![0],
      endTime: worked.at(-1)![1],
      segments: worked.map(([start, end]) => ({ start, end })),
    })
  }
  return user
}

interface ExportedEntry {
  [field: string]: unknown
  tags: string[]
  tagIds: string[]
}

const entriesIn = (json: Buffer): ExportedEntry[] => JSON.parse(json.toString()).entries

/** What an export claims of its entries, with names instead of ids. */
const claimsOf = (entries: readonly ExportedEntry[]) =>
  entries
    .map(({ start, end, segments, client, project, task, tags, notes }) =>
      JSON.stringify({ start, end, segments, client, project, task, tags: tags.toSorted(), notes }),
    )
    .toSorted()

const countDistinct = (entries: readonly ExportedEntry[], idsOf: (entry: ExportedEntry) => unknown[]) =>
  new Set(entries.flatMap(idsOf).filter((id) => id !== null)).size

/** Exports the entries of a user, and imports them into another account. Returns how many entries the file had. */
async function expectRoundTrip(site: Site, ann: User, format: string, query: Record<string, string> = {}) {
  const exported = entriesIn(await site.exportOf(ann, 'json', query))
  if (exported.length === 0) return 0

  const file = await site.exportOf(ann, format, query)
  const bob = await site.newUser()
  expect(await site.importAs(bob, file)).toMatchObject({
    data: {
      created: exported.length,
      invalid: 0,
      clients: countDistinct(exported, ({ clientId }) => [clientId]),
      projects: countDistinct(exported, ({ projectId }) => [projectId]),
      tasks: countDistinct(exported, ({ taskId }) => [taskId]),
      tags: countDistinct(exported, ({ tagIds }) => tagIds),
    },
  })
  expect(claimsOf(entriesIn(await site.exportOf(bob, 'json'))), format).toEqual(claimsOf(exported))
  expect(await site.importAs(bob, file)).toMatchObject({ data: { created: 0, duplicates: exported.length } })
  return exported.length
}

const CASES = Object.keys(KINDS).map((kind, index) => [kind, index] as const)

test.each(CASES)('X9 %s: everything comes back from our own exports', async (kind, index) => {
  const { entries, query } = KINDS[kind]!
  const site = await testSite()
  const ann = await userWith(site, entries)
  // Quick runs try each kind in one of the formats.
  const formats = IS_QUICK ? [FORMATS[index % FORMATS.length]!] : FORMATS
  for (const format of formats) expect(await expectRoundTrip(site, ann, format, query), format).toBeGreaterThan(0)
})

const CHARACTERS = ['a', 'Z', 'é', ' ', ',', ';', '"', "'", '=', '-', '[', ']', ':', '|', '🍅', 'ש']
const aName = fc
  .string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength: 6 })
  .map((name) => name.trim())
  .filter((name) => name !== '')
const FIRST_START = Date.parse('2025-10-24T20:00:00Z')
const someWork = fc
  .array(fc.tuple(fc.nat(5_400_000), fc.integer({ min: 1, max: 40_000_000 })), { minLength: 1, maxLength: 4 })
  .chain((lengths) => fc.nat(3 * 86_400_000).map((offset) => toWorked(FIRST_START + offset, lengths)))

/** Segments of some lengths after pauses of some lengths. */
function toWorked(start: number, lengths: readonly (readonly [pause: number, work: number])[]): Worked[] {
  let at = start
  return lengths.map(([pause, work]) => {
    const from = at + pause
    at = from + work
    return [new Date(from).toISOString(), new Date(at).toISOString()]
  })
}

const anEntry = fc.record(
  { client: aName, project: aName, task: aName, tags: fc.uniqueArray(aName), notes: fc.string(), worked: someWork },
  { requiredKeys: ['project', 'worked'] },
)
const aQuery = fc.constantFrom<Record<string, string>>(
  {},
  { from: '2025-10-26', to: '2025-10-26' },
  { rounding: 'up', roundingMinutes: '15' },
  { rounding: 'nearest', roundingMinutes: '60', roundingPer: 'day', group: 'day' },
)

test.each(FORMATS)('X9 whatever the entries, all of them come back from our own export as %s', async (format) => {
  const site = await testSite()
  const law = fc.asyncProperty(fc.array(anEntry, { maxLength: 8 }), aQuery, async (entries, query) => {
    await expectRoundTrip(site, await userWith(site, entries), format, query)
  })
  await fc.assert(law, { numRuns: IS_QUICK ? 4 : 15 })
})
