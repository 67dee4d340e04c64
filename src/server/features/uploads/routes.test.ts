import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_UPLOAD_BYTES, UPLOAD_LIFETIME_MS, UPLOAD_PART_BYTES } from '#contract/files/uploads.ts'
import { testApp } from '#server/testing/test-app.ts'
import { testUploads } from '#server/testing/test-uploads.ts'
import { deleteExpiredUploads, openUpload } from './queries.ts'

async function setUp(environment: Record<string, string> = {}) {
  const { app, db, clock, signUp } = await testApp({ DATA_DIR: tmpdir(), ...environment })
  const ann = await signUp('Ann')
  const open = (id: string, userId = ann.user.id) => openUpload(db, userId, id, { now: clock.now, folder: tmpdir() })
  const missingOf = async (id: string) => (await ann.get(`/uploads/${id}`)).json().data.missing as number[]
  return { db, clock, ann, signUp, open, missingOf, ...testUploads({ app, token: ann.token }) }
}

async function contentOf({ read }: Awaited<ReturnType<typeof openUpload>>, from?: number, to?: number) {
  const parts: Buffer[] = []
  for await (const part of read(from, to)) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

test('M40 a file whose parts arrive in any order, some of them twice, is opened unchanged', async () => {
  const { begin, putPartOf, open, missingOf } = await setUp()
  const content = randomBytes(2 * UPLOAD_PART_BYTES + 5)
  const { id, partBytes, missing } = await begin(content)
  expect([partBytes, missing]).toEqual([UPLOAD_PART_BYTES, [0, 1, 2]])
  for (const number of [2, 0, 2]) expect((await putPartOf(id, content, number)).statusCode).toBe(200)
  expect(await missingOf(id)).toEqual([1])
  await expect(open(id)).rejects.toMatchObject({ code: 'conflict', key: 'uploadIncomplete' })
  await putPartOf(id, content, 1)
  expect(await missingOf(id)).toEqual([])
  const upload = await open(id)
  expect(upload.size).toBe(content.length)
  expect((await contentOf(upload)).equals(content)).toBe(true)
  await upload.close()
})

test('M40 any range of an opened file can be read', async () => {
  const { send, open } = await setUp()
  const contents = [randomBytes(UPLOAD_PART_BYTES + 70_000), randomBytes(150_000)]
  const uploads = await Promise.all(
    contents.map(async (content) => ({ content, upload: await open(await send(content)) })),
  )
  const position = fc.integer({ min: 0, max: 1_200_000 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...uploads), position, position, async ({ content, upload }, a, b) => {
      const [from, to] = [Math.min(a, b), Math.min(Math.max(a, b), content.length)]
      expect((await contentOf(upload, from, to)).equals(content.subarray(from, to))).toBe(true)
    }),
    { numRuns: 40 },
  )
  for (const { upload } of uploads) await upload.close()
})

test('M40 a part that has arrived stays as it is', async () => {
  const { begin, putPart, open } = await setUp()
  const { id } = await begin(Buffer.from('first'))
  await putPart(id, 0, Buffer.from('first'))
  expect((await putPart(id, 0, Buffer.from('other'))).statusCode).toBe(200)
  const upload = await open(id)
  expect(String(await contentOf(upload))).toBe('first')
  await upload.close()
})

// prettier-ignore
test.each([
  ['too short',         0,         4,                     400],
  ['too long',          0,         6,                     400],
  ['empty',             0,         0,                     400],
  ['beyond the end',    1,         5,                     400],
  ['before the start',  -1,        5,                     400],
  ['of no number',      'first',   5,                     400],
  ['larger than parts', 0,         UPLOAD_PART_BYTES + 1, 413],
])('M40 a part that is %s is refused', async (_, number, bytes, status) => {
  const { begin, putPart, missingOf } = await setUp()
  const { id } = await begin(Buffer.alloc(5))
  expect((await putPart(id, number, Buffer.alloc(bytes))).statusCode).toBe(status)
  expect(await missingOf(id)).toEqual([0])
})

test('M41 a file larger than the limit, or beyond the quota of its user, is refused', async () => {
  const { ann } = await setUp({ QUOTAS: 'upload-megabytes=2' })
  const create = (bytes: number) => ann.post('/uploads', { fileName: 'a', bytes })
  expect((await create(MAX_UPLOAD_BYTES + 1)).statusCode).toBe(400)
  expect((await create(0)).statusCode).toBe(400)
  const first = await create(UPLOAD_PART_BYTES)
  const full = await create(UPLOAD_PART_BYTES + 1)
  expect([first.statusCode, full.statusCode]).toEqual([201, 409])
  expect(full.json().message).toBe('Megabytes of files being imported: At most 2 in one account. Delete some first.')
  await ann.delete(`/uploads/${first.json().data.id}`)
  expect((await create(UPLOAD_PART_BYTES + 1)).statusCode).toBe(201)
})

test('M41 an upload that nobody used for a day is deleted', async () => {
  const { db, clock, ann, send, open, begin } = await setUp()
  const [used, unused] = [await send(Buffer.from('used')), await send(Buffer.from('unused'))]
  clock.now += UPLOAD_LIFETIME_MS - 1
  await (await open(used)).close()
  clock.now += 1
  const listed = async () => (await ann.get('/uploads')).json().data.map(({ id }: { id: string }) => id)
  expect(await listed()).toEqual([used])
  expect((await ann.get(`/uploads/${unused}`)).statusCode).toBe(404)
  await begin(Buffer.from('new'))
  await deleteExpiredUploads(db, clock.now)
  const rows = await db.selectFrom('uploads').select('id').execute()
  expect(rows.map(({ id }) => id)).not.toContain(unused)
  expect(rows).toHaveLength(2)
  expect(await db.selectFrom('upload_parts').select('upload_id').execute()).toEqual([{ upload_id: used }])
})

test('M41 deleting an upload of many parts, and an account with one, leaves none of them', async () => {
  const { db, ann, begin } = await setUp()
  const fill = async (count: number) => {
    const { id } = await begin(Buffer.alloc(count * UPLOAD_PART_BYTES))
    const part = { user_id: ann.user.id, upload_id: id, content: 'x' }
    await db
      .insertInto('upload_parts')
      .values(Array.from({ length: count }, (_, number) => ({ ...part, number })))
      .execute()
    return id
  }
  const [first] = [await fill(45), await fill(50)]
  expect((await ann.delete(`/uploads/${first}`)).statusCode).toBe(200)
  expect(await db.selectFrom('upload_parts').select('number').execute()).toHaveLength(50)
  expect((await ann.delete('/users/profile', { password: 'Correct horse 1' })).statusCode).toBe(200)
  expect(await db.selectFrom('upload_parts').select('number').execute()).toEqual([])
})

test('M41 an upload belongs to its user', async () => {
  const { signUp, begin, open, ann } = await setUp()
  const { id } = await begin(Buffer.from('mine'))
  const bob = await signUp('Bob')
  expect((await bob.get(`/uploads/${id}`)).statusCode).toBe(404)
  expect((await bob.get('/uploads')).json().data).toEqual([])
  await expect(open(id, bob.user.id)).rejects.toMatchObject({ code: 'not-found' })
  expect((await ann.get(`/uploads/${id}`)).statusCode).toBe(200)
})
