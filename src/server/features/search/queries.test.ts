import { expect, test } from 'vitest'
import type { TimeEntry } from '#contract/time-entries.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'

async function annWithEntries() {
  const { signUp } = await testApp()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const client = await make('/clients', { name: 'İnci Yayınları' })
  const [design, atlas] = [
    await make('/projects', { name: 'Diseño gráfico', client }),
    await make('/projects', { name: 'Atlas' }),
  ]
  const task = await make('/tasks', { name: 'Wireframes', project: atlas })
  const tag = await make('/tags', { name: 'Deep work' })
  const track = (hour: number, subject: object) => {
    const [startTime, endTime] = [hour, hour + 1].map((at) => new Date(Date.UTC(2026, 2, 1, at)).toISOString())
    return make('/time-entries', { startTime, endTime, ...subject })
  }
  await track(8, { project: design, notes: 'a: 100% of ÑANDÚ_1' })
  await track(9, { project: atlas, task, notes: 'b' })
  await track(10, { project: atlas, tags: [tag], notes: 'c Ábaco' })
  await track(23, { project: design, notes: String.raw`d: back\slash` })
  const getData = async (path: string, query: Record<string, string>) =>
    (await ann.get(`${path}?${new URLSearchParams(query).toString()}`)).json().data
  const found = async (query: Record<string, string>) =>
    ((await getData('/time-entries', query)) as TimeEntry[]).map(({ notes }) => notes[0]).join('')
  return { ann, bob, client, design, getData, found }
}

// prettier-ignore
test.each([
  ['   ',              'dcba'],
  ['ATLAS',            'cb'],
  ['diseno',           'da'],
  ['inci',             'da'],
  ['wireframe',        'b'],
  ['deep atlas',       'c'],
  ['deep wireframes',  ''],
  ['of',               'a'],
  ['ñandú',            'a'],
  ['ábaco',            'c'],
  ['100%',             'a'],
  ['0%o',              ''],
  ['_1',               'a'],
  ['Ú_1',              'a'],
  ['ÑxÚ',              ''],
  [String.raw`k\s`,    'd'],
])('N7 a search for %j finds %j, by notes and names', async (search, expected) => {
  const { found } = await annWithEntries()
  expect(await found({ search })).toBe(expected)
})

const ALPHABET = 'a b c d e f g h i j k l m n o p q r s t'.split(' ')

/** An entry whose tag is one of thousands with all of these letters in their names. */
async function annWithTags() {
  const { db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const shared = { user_id: ann.user.id, color: '#000000', created_at: 0, updated_at: 0 }
  const names = Array.from({ length: 3_400 }, (_, index) => `${ALPHABET.join('')} ${index}`)
  const tags = names.map((name) => ({ ...shared, id: name.replace(' ', '-'), name, name_key: name }))
  await db.insertInto('tags').values(tags).execute()
  const project = (await ann.post('/projects', { name: '?' })).json().data.id as string
  const [startTime, endTime] = ['2026-03-01T08:00:00Z', '2026-03-01T09:00:00Z']
  await ann.post('/time-entries', { project, startTime, endTime, tags: [tags.at(-1)!.id] })
  return async (path: string, words: string[]) => {
    const range = { from: '2026-03-01', to: '2026-03-01', zone: 'UTC', group: 'project' }
    const query = new URLSearchParams({ search: words.join(' '), ...(path.startsWith('/reports') && range) })
    return (await ann.get(`${path}?${query.toString()}`)).json().data
  }
}

test('N7 lists, totals and reports find an entry by words that match thousands of names', async () => {
  const getData = await annWithTags()
  expect(await getData('/time-entries', ALPHABET)).toHaveLength(1)
  expect(await getData('/time-entries/totals', ALPHABET)).toEqual({ timeEntries: 1, milliseconds: HOUR_MS })
  expect(await getData('/reports/summary', ALPHABET)).toMatchObject({ total: { entries: 1, milliseconds: HOUR_MS } })
})

test('N7 a search uses its first twenty different words', async () => {
  const getData = await annWithTags()
  const often = Array<string>(50).fill('a')
  expect(await getData('/time-entries', [...often, 'b'])).toHaveLength(1)
  expect(await getData('/time-entries', [...often, 'z'])).toEqual([])
  expect(await getData('/time-entries', [...ALPHABET.slice(1), 'z'])).toEqual([])
  expect(await getData('/time-entries', [...ALPHABET, 'z'])).toHaveLength(1)
})

test('N7 a list and its totals can be filtered by client, and count only the time between the dates', async () => {
  const { client, design, getData, found } = await annWithEntries()
  const evening = { startDate: '2026-03-01T23:30:00Z', endDate: '2026-03-02T12:00:00Z' }
  expect(await found({ clientId: client })).toBe('da')
  expect(await getData('/time-entries/totals', {})).toEqual({ timeEntries: 4, milliseconds: 4 * HOUR_MS })
  expect(await getData('/time-entries/totals', { clientId: client })).toEqual({
    timeEntries: 2,
    milliseconds: 2 * HOUR_MS,
  })
  expect(await getData('/time-entries/totals', { search: 'deep' })).toEqual({ timeEntries: 1, milliseconds: HOUR_MS })
  expect(await getData('/time-entries/totals', { projectId: design, ...evening })).toEqual({
    timeEntries: 1,
    milliseconds: HOUR_MS / 2,
  })
})

test('S10 a filter by another user’s client is not found', async () => {
  const { bob, client } = await annWithEntries()
  for (const path of ['/time-entries', '/time-entries/totals'])
    expect((await bob.get(`${path}?clientId=${client}`)).json().message).toBe('Client not found')
})
