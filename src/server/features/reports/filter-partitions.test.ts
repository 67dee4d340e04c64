import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Summary } from '#contract/reports.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

const MONTH = 'from=2026-03-01&to=2026-03-31&zone=Europe/Madrid&group=project'
const NOON = Date.parse('2026-03-29T12:00Z')
const anEntry = fc.record({
  start: fc.integer({ min: -3 * 1440, max: 3 * 1440 }),
  length: fc.integer({ min: 1, max: 700 }),
  project: fc.nat(1),
  tags: fc.uniqueArray(fc.nat(1)),
})

/** Filters of which each entry matches exactly one; the test corrects for entries with both tags. */
const PARTITIONS = {
  projects: (ids: Ids) => ids.projects.map((id) => `projects=${id}`),
  clients: (ids: Ids) => [`clients=${ids.client}`, 'clients=none'],
  tasks: (ids: Ids) => [`tasks=${ids.task}`, 'tasks=none'],
  tags: (ids: Ids) => [`tags=${ids.tags[0]}`, `tags=${ids.tags[0]}&tagMatch=none`],
  'no tag': () => ['tags=none', 'tags=none&tagMatch=none'],
  'all tags': (ids: Ids) => [
    `tags=${ids.tags.join()}&tagMatch=all`,
    `tags=${ids.tags[0]}&tagMatch=any`,
    `tags=${ids.tags[1]}&tagMatch=any`,
    'tags=none',
  ],
  kinds: () => ['kinds=focus', 'kinds=stopwatch', 'kinds=manual'],
}

interface Ids {
  projects: string[]
  client: string
  task: string
  tags: string[]
}

test('U6 filters that split all entries between them add up to the whole report', async () => {
  const { db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const client = await make('/clients', { name: 'c' })
  const projects = [await make('/projects', { name: 'p', client }), await make('/projects', { name: 'q' })]
  const task = await make('/tasks', { name: 't', project: projects[0]! })
  const tags = [await make('/tags', { name: 'a' }), await make('/tags', { name: 'b' })]
  const ids: Ids = { projects, client, task, tags }
  const law = fc.asyncProperty(fc.array(anEntry, { maxLength: 8 }), async (entries) => {
    await db.deleteFrom('time_entries').execute()
    for (const { start, length, ...entry } of entries) {
      const from = NOON + start * MINUTE_MS
      await trackTime(db, ann.user.id, {
        project: projects[entry.project]!,
        ...(entry.project === 0 && start % 2 === 0 && { task }),
        tags: entry.tags.map((tag) => tags[tag]!),
        worked: [[new Date(from).toISOString(), new Date(from + length * MINUTE_MS).toISOString()]],
      })
    }
    const totalOf = async (filter: string): Promise<Summary['total']> =>
      (await ann.get(`/reports/summary?${MONTH}&${filter}`)).json().data.total
    const whole = await totalOf('')
    for (const [name, parts] of Object.entries(PARTITIONS)) {
      const totals = await Promise.all(parts(ids).map(totalOf))
      // Entries with both tags match three of the filters.
      const twice = name === 'all tags' ? 2 : 0
      const sum = (figure: 'milliseconds' | 'entries') =>
        totals.reduce((sum, total) => sum + total[figure], 0) - twice * totals[0]![figure]
      expect([name, sum('milliseconds'), sum('entries')]).toEqual([name, whole.milliseconds, whole.entries])
    }
  })
  await fc.assert(law, { numRuns: 12 })
})
