import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImportPreview, ImportResult } from '#contract/files/imports.ts'
import { testImports } from '#server/testing/test-imports.ts'

const HEADINGS = ['Date', 'Start', 'End', 'Duration (min)', 'Client', 'Project', 'Task', 'Tags', 'Notes', 'User']
const ZONE = 'Europe/Madrid'
const HOUR_MS = 3_600_000
const LONG_NAME =
  'A very long name of a project that somebody has made up to describe all that was ever done in it, twice'

/** A row as a file of any product may have it: often alike, sometimes without times of day, at times wrong. */
const rowWithTags = (...tags: string[]) =>
  fc
    .record({
      date: fc.constantFrom('2026-02-02', '2026-02-03', '2025-03-30', '2025-10-26', '2026-02-30', ''),
      times: fc.constantFrom(
        ['', ''],
        ['09:00', '10:30'],
        ['02:15', '02:45'],
        ['23:00', '01:00'],
        ['10:00', ''],
        ['', '11:00'],
      ),
      minutes: fc.constantFrom('', '30', '90', '700', '1440', '1500', 'soon'),
      client: fc.constantFrom('', 'Acme', 'ACME', 'Other'),
      project: fc.constantFrom('', 'Admin', 'admin', 'Web', LONG_NAME, `${LONG_NAME}!`),
      task: fc.constantFrom('', 'Draw', 'draw'),
      tags: fc.constantFrom(...tags),
      notes: fc.constantFrom('', 'x', 'x', '=1'),
      user: fc.constantFrom('Ann', 'Bob'),
    })
    .map(({ date, times, minutes, client, project, task, tags, notes, user }) => [
      date,
      ...times,
      minutes,
      client,
      project,
      task,
      tags,
      notes,
      user,
    ])
const fileWithTags = (...tags: string[]) => fc.array(rowWithTags(...tags), { minLength: 1, maxLength: 30 })
const TAGS = ['', 'a, b', 'A', '["a", "c"]', ':b:c:']
/** Names with commas, which are not split later if the account has them. */
const TAGS_WITH_COMMAS = ['"a, b"', 'a,\u00A0b', '"b; c", a']

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const toText = (rows: readonly string[][]) => [HEADINGS, ...rows].map((cells) => cells.map(quote).join(',')).join('\n')

interface Entry {
  [field: string]: unknown
  startTime: string
  endTime: string
  duration: number
}

const queryOf = (person: string) => `zone=${ZONE}&unit=minutes&person=${person}`

/** A user who imports files, each of which is undone before the next. */
async function importer() {
  const imports = await testImports()
  const { ann, clock } = imports
  const list = async (path: string) =>
    (await ann.get(path)).json().data as { id: string; name: string; [field: string]: unknown }[]

  /** Everything in the account, with names instead of ids, in an order of its own. Names may differ in case. */
  async function readAccount() {
    const [clients, projects, tasks, tags] = await Promise.all(['/clients', '/projects', '/tasks', '/tags'].map(list))
    const names = new Map(
      [...clients!, ...projects!, ...tasks!, ...tags!].map(({ id, name }) => [id, name.toLowerCase()]),
    )
    const clientOf = new Map(projects!.map(({ id, client }) => [id, names.get(client as string) ?? null]))
    const entries = ((await ann.get('/time-entries')).json().data as Entry[]).map((entry) => ({
      startTime: entry.startTime,
      endTime: entry.endTime,
      duration: entry.duration,
      client: clientOf.get(entry['project'] as string),
      project: names.get(entry['project'] as string),
      task: names.get(entry['task'] as string) ?? null,
      tags: (entry['tags'] as string[]).map((id) => names.get(id)!).toSorted(),
      notes: entry['notes'],
    }))
    const nameList = (items: { name: string }[]) => items.map(({ name }) => name.toLowerCase()).toSorted()
    return {
      clients: nameList(clients!),
      projects: projects!.map(({ id, name }) => `${clientOf.get(id)} / ${name.toLowerCase()}`).toSorted(),
      tasks: tasks!.map(({ project, name }) => `${names.get(project as string)} / ${name.toLowerCase()}`).toSorted(),
      tags: nameList(tags!),
      entries: entries.map((entry) => JSON.stringify(entry)).toSorted(),
    }
  }

  async function withImport(rows: string[][], person: string, check: (result: ImportResult) => Promise<void>) {
    // The rate limit counts the imports of an hour.
    clock.now += HOUR_MS
    const reply = await imports.requestImport(toText(rows), queryOf(person))
    expect(reply.statusCode, reply.body).toBe(201)
    const result = reply.json().data as ImportResult
    try {
      await check(result)
    } finally {
      if (result.id !== null) expect((await ann.delete(`/imports/${result.id}`)).statusCode).toBe(200)
    }
  }

  async function preview(rows: string[][], person: string) {
    const reply = await imports.requestPreview(toText(rows), queryOf(person))
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().data as ImportPreview
  }
  return { ...imports, preview, readAccount, withImport }
}

const RUNS = { numRuns: process.env['MUTATE'] ? 5 : 40 }
const person = fc.constantFrom('Ann', '*')
const total = (entries: readonly string[]) =>
  entries.reduce((sum, entry) => sum + (JSON.parse(entry) as Entry).duration, 0)

test('M36 for any file the preview is what the import does, importing twice is importing once, and undo takes it back', async () => {
  const { ann, preview, readAccount, withImport } = await importer()
  const client = (await ann.post('/clients', { name: 'Acme' })).json().data.id as string
  await ann.post('/projects', { name: 'Admin', client })
  await ann.post('/tags', { name: 'b, c' })
  const before = await readAccount()
  await fc.assert(
    fc.asyncProperty(fileWithTags(...TAGS, ...TAGS_WITH_COMMAS), person, async (rows, person) => {
      const seen = await preview(rows, person)
      await withImport(rows, person, async (result) => {
        const after = await readAccount()
        expectSame(seen, result)
        expect(after.entries).toHaveLength(seen.counts.new)
        expect(total(after.entries)).toBe(seen.milliseconds.new)
        expect(after.entries).toEqual(
          expect.arrayContaining(seen.entries.filter(({ isDuplicate }) => !isDuplicate).map(toComparable)),
        )
        const again = await preview(rows, person)
        expect(again.counts).toMatchObject({ new: 0, duplicate: seen.counts.new, invalid: seen.counts.invalid })
      })
      expect(await readAccount()).toEqual(before)
    }),
    RUNS,
  )
})

function expectSame(seen: ImportPreview, result: ImportResult) {
  const { counts, creates } = seen
  expect(result).toMatchObject({
    created: counts.new,
    duplicates: counts.duplicate,
    invalid: counts.invalid,
    clients: creates.clients.count,
    projects: creates.projects.count,
    tasks: creates.tasks.count,
    tags: creates.tags.count,
  })
}

const toComparable = ({
  startTime,
  endTime,
  duration,
  client,
  project,
  task,
  tags,
  notes,
}: ImportPreview['entries'][number]) =>
  JSON.stringify({
    startTime,
    endTime,
    duration,
    client: client?.toLowerCase() ?? null,
    project: project.toLowerCase(),
    task: task?.toLowerCase() ?? null,
    tags: tags.map((tag) => tag.toLowerCase()).toSorted(),
    notes,
  })

test('M30 for any file the order of its rows does not matter, nor whether some of them were imported before', async () => {
  const { readAccount, withImport } = await importer()
  await fc.assert(
    fc.asyncProperty(fileWithTags(...TAGS), fc.infiniteStream(fc.nat()), async (rows, keys) => {
      const shuffled = rows.map((row) => ({ row, key: keys.next().value })).toSorted((a, b) => a.key - b.key)
      const other = shuffled.map(({ row }) => row)
      let first: Awaited<ReturnType<typeof readAccount>>
      await withImport(rows, '*', async () => void (first = await readAccount()))
      await withImport(other.slice(0, rows.length / 2), '*', () =>
        withImport(other, '*', async () => expect(await readAccount()).toEqual(first)),
      )
    }),
    RUNS,
  )
})
