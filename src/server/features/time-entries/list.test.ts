import { expect, test } from 'vitest'
import type { TimeEntry } from '#contract/time-entries.ts'
import { testApp } from '#server/testing/test-app.ts'

/** Five entries, named by their notes; `b` and `c` start at the same moment. */
async function annWithEntries() {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const [home, away] = [await make('/projects', { name: 'home' }), await make('/projects', { name: 'away' })]
  const [task, tag, other] = [
    await make('/tasks', { name: 'task', project: home }),
    await make('/tags', { name: 'tag' }),
    await make('/tags', { name: 'other' }),
  ]
  const track = (notes: string, span: string, subject: object) => {
    const [startTime, endTime] = span.split(' ').map((time) => `2026-03-01T${time}:00Z`)
    const id = `0195a000-0000-7000-8000-00000000000${notes}`
    return make('/time-entries', { id, notes, startTime, endTime, ...subject })
  }
  await track('c', '10:00 11:00', { project: away, tags: [tag, other] })
  await track('e', '13:00 14:00', { project: home, task, tags: [other] })
  await track('a', '09:00 12:00', { project: home })
  await track('d', '11:00 12:00', { project: home, task })
  await track('b', '10:00 10:30', { project: home, task, tags: [tag] })
  const names: Record<string, string> = { home, away, task, tag, other }
  const list = (query: string) =>
    ann.get(`/time-entries?${query.replaceAll(/(?<==)\w+/g, (value) => names[value] ?? value)}`)
  const notesOf = async (query: string) =>
    (await list(query))
      .json()
      .data.map(({ notes }: TimeEntry) => notes)
      .join('') as string
  return { ann, list, notesOf }
}

// prettier-ignore
test.each([
  ['',                                                    'edcba'],
  ['projectId=home',                                      'edba'],
  ['taskId=task',                                         'edb'],
  ['tagId=tag',                                           'cb'],
  ['tagId=other&projectId=home',                          'e'],
  ['taskId=task&projectId=away',                          ''],
  ['startDate=2026-03-01T12:00:00Z',                      'e'],
  ['startDate=2026-03-01T11:59:59.999Z',                  'eda'],
  ['endDate=2026-03-01T10:00:00Z',                        'a'],
  ['endDate=2026-03-01T10:00:00.001Z',                    'cba'],
  ['startDate=2026-03-01T10:30:00Z&endDate=2026-03-01T11:00:00Z', 'ca'],
  ['startDate=2026-03-01T13%3A30%3A00%2B02%3A00&endDate=2026-03-01T13:00:00%2B01:00', 'da'],
  ['startDate=0001-01-01T00:00:00Z&endDate=9999-12-31T23:59:59Z', 'edcba'],
  ['limit=1',                                             'e'],
  ['limit=1000',                                          'edcba'],
  ['limit=2&projectId=home&taskId=task&tagId=tag&startDate=2026-03-01T00:00:00Z', 'b'],
  ['unknown=1',                                           'edcba'],
])('E2 the list of %j is %j: the newest start first, only entries that match every filter', async (query, expected) => {
  const { notesOf } = await annWithEntries()
  expect(await notesOf(query)).toBe(expected)
})

test.each([1, 2, 3, 5])(
  'E2 pages of %i make up the whole list, each after the last entry of the one before',
  async (limit) => {
    const { list } = await annWithEntries()
    const all = (await list('')).json().data as TimeEntry[]
    const paged: TimeEntry[] = []
    for (;;) {
      const cursor = paged.length === 0 ? '' : `&cursor=${paged.at(-1)!.id}`
      const page = (await list(`limit=${limit}${cursor}`)).json().data as TimeEntry[]
      if (page.length === 0) break
      expect(page.length).toBeLessThanOrEqual(limit)
      paged.push(...page)
    }
    expect(paged).toEqual(all)
    expect((await list(`tagId=tag&cursor=${all[2]!.id}`)).json().data).toEqual([all[3]])
  },
)

// prettier-ignore
test.each([
  ['limit=0',                'limit',     'At least 1'],
  ['limit=',                 'limit',     'At least 1'],
  ['limit=1001',             'limit',     'At most 1000'],
  ['limit=abc',              'limit',     'This value is not valid'],
  ['limit=2.5',              'limit',     'This value is not valid'],
  ['limit=1&limit=2',        'limit',     'This value is not valid'],
  ['cursor=018f0000-0000-7000-8000-000000000000', 'cursor', 'Time entry not found'],
  ['projectId=a%20b',        'projectId', 'This value is not valid'],
  ['startDate=2026-03-01',   'startDate', 'A date and time look like 2026-03-01T09:00:00Z'],
  ['endDate=2026-03-01T10:00', 'endDate', 'A date and time look like 2026-03-01T09:00:00Z'],
  ['startDate=2026-03-01T10:00:00Z&endDate=2026-03-01T10:00:00Z', 'endDate', 'The end must be after the start'],
])('E2 a list of %s is refused', async (query, field, sentence) => {
  const { list } = await annWithEntries()
  const reply = await list(query)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().details).toEqual({ [field]: sentence })
})

test('S10 the entry of another user cannot be used as a page cursor', async () => {
  const { signUp } = await testApp()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const project = (await ann.post('/projects', { name: 'p' })).json().data.id
  const times = { startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' }
  const { id } = (await ann.post('/time-entries', { project, ...times })).json().data
  expect((await bob.get(`/time-entries?cursor=${id}`)).json().details).toEqual({ cursor: 'Time entry not found' })
  expect((await bob.get('/time-entries')).json().data).toEqual([])
})
