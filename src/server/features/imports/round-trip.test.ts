import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

const ZONE = 'Europe/Madrid'
const QUERY = `from=2025-10-01&to=2026-04-01&zone=${ZONE}&group=project`
const character = fc.constantFrom(
  'a',
  'Z',
  'é',
  'ğ',
  ' ',
  "'",
  '"',
  ',',
  ';',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\n',
  '\r',
  '|',
  '😀',
  '\u00A0',
  '＝',
)
const words = fc.string({ unit: character, maxLength: 8 })

/** Ann's entries: some with pauses, some around a clock change, with unusual texts. */
async function annWithExports() {
  const { app, signUp } = await testApp()
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => {
    const reply = await ann.post(path, draft)
    if (reply.statusCode !== 201) throw new Error(reply.body)
    return reply.json().data.id as string
  }
  const client = await make('/clients', { name: "=Acme, 'Sons'" })
  const projects = [await make('/projects', { name: '-', client }), await make('/projects', { name: '\'+1 "x"; y' })]
  const tasks = await Promise.all(projects.map((project) => make('/tasks', { name: '@home', project })))
  const tags = [await make('/tags', { name: 'calm' }), await make('/tags', { name: "'=deep" })]
  const entries = fc.sample(fc.record({ notes: words, minute: fc.nat(59), length: fc.integer({ min: 1, max: 200 }) }), {
    numRuns: 200,
    seed: 7,
  })
  for (const [index, { notes, minute, length }] of entries.entries()) {
    const start = Date.UTC(2025, 9, 24 + (index % 4), (index * 5) % 24, minute, index)
    await make('/time-entries', {
      project: projects[index % 2],
      task: index % 3 === 0 ? tasks[index % 2] : null,
      tags: tags.slice(0, index % 3),
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + length * 60_000).toISOString(),
      ...(index % 5 === 0 && { duration: length * 30_000 + index }),
      notes,
    })
  }
  const exported = async (format: string) => (await ann.get(`/reports/export?${QUERY}&format=${format}`)).rawPayload
  const requestImport = (token: string, payload: Buffer) =>
    app.inject({
      method: 'POST',
      url: `/api/imports?zone=${ZONE}`,
      payload,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    })
  return { ann, signUp, entries, exported, requestImport }
}

type User = Awaited<ReturnType<typeof annWithExports>>['ann']

/** The entries of an account as comparable texts, with names instead of ids. */
async function listEntries(user: User, isExact: boolean) {
  const { entries } = (await user.get(`/reports/export?${QUERY}&format=json`)).json()
  const all = entries as { [field: string]: unknown; milliseconds: number; tags: string[] }[]
  return all
    .map(({ start, end, milliseconds, client, project, task, tags, notes }) => {
      const length = isExact ? milliseconds : Math.round(milliseconds / 1_000)
      return JSON.stringify([start, isExact ? end : '', length, client, project, task, tags.toSorted(), notes])
    })
    .toSorted()
}

test('M9 an export can be imported completely into another account, and a second import creates nothing', async () => {
  const { ann, signUp, entries, exported, requestImport } = await annWithExports()
  for (const [format, isExact] of [
    ['csv', true],
    ['toggl', false],
    ['clockify', false],
  ] as const) {
    const other = await signUp(format)
    const file = await exported(format)
    const made = { invalid: 0, clients: 1, projects: 2, tags: 2 }
    expect((await requestImport(other.token, file)).json().data).toMatchObject({ created: entries.length, ...made })
    expect(await listEntries(other, isExact), format).toEqual(await listEntries(ann, isExact))
    expect((await requestImport(other.token, file)).json().data).toMatchObject({
      created: 0,
      duplicates: entries.length,
    })
  }
  for (const format of ['csv', 'toggl', 'clockify']) {
    const home = await requestImport(ann.token, await exported(format))
    expect(home.json().data, format).toMatchObject({ id: null, created: 0, duplicates: entries.length, projects: 0 })
  }
})
