import { expect, test } from 'vitest'
import { MAX_BODY_BYTES } from '#contract/endpoint.ts'
import { newId } from '#server/db/values.ts'
import { testApp } from '#server/testing/test-app.ts'

const START = Date.parse('2026-02-01T00:00:00Z')
const MINUTE_MS = 60_000

/** The largest entry that the contract allows, as a client writes it that repeats what it has read. */
async function largestEntry() {
  const { clock, signUp } = await testApp()
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'Website' })).json().data.id
  const tags = []
  for (let made = 0; made < 100; made++)
    tags.push((await ann.post('/tags', { name: `Tag ${made}`, id: newId(clock.now) })).json().data.id)
  const iso = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString().replace('Z', '+00:00')
  const segments = Array.from({ length: 1_000 }, (_, index) => ({ start: iso(2 * index), end: iso(2 * index + 1) }))
  const times = { startTime: iso(0), endTime: iso(1_999), segments }
  return { ann, entry: { project, tags, ...times, notes: '\u0001'.repeat(2_000) } }
}

test('S18 the most segments, tags and characters that an entry may have fit into one request', async () => {
  const { ann, entry } = await largestEntry()
  expect(JSON.stringify(entry).length).toBeGreaterThan(MAX_BODY_BYTES)
  const created = await ann.post('/time-entries', entry)
  expect(created.statusCode).toBe(201)
  const { id, segments, notes, tags } = created.json().data
  expect([segments.length, notes.length, tags.length]).toEqual([1_000, 2_000, 100])
  const changed = await ann.put(`/time-entries/${id}`, { ...entry, segments })
  expect(changed.json().data.segments).toEqual(segments)
})

test('S18 a larger body is refused, for other requests from 64 KiB on', async () => {
  const { ann, entry } = await largestEntry()
  expect((await ann.post('/time-entries', { ...entry, extra: 'x'.repeat(128 * 1024) })).statusCode).toBe(413)
  expect((await ann.post('/projects', { name: 'Website', extra: 'x'.repeat(64 * 1024) })).statusCode).toBe(413)
})
