import { createServer } from 'node:http'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startS3Server } from '#server/testing/s3-server.ts'
import { createS3Storage } from './s3-storage.ts'

async function setUp() {
  const server = await startS3Server()
  onTestFinished(server.stop)
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-s3-client-'))
  const file = join(folder, 'file')
  writeFileSync(file, randomBytes(300_000))
  return { s3: server.s3, storage: createS3Storage(server.s3), folder, file }
}

test('O57 a file is uploaded, listed, downloaded as it was, and deleted', async () => {
  const { storage, folder, file } = await setUp()
  expect(await storage.list()).toEqual([])
  await storage.upload(file, 'ritmo-one.gz')
  await storage.upload(file, 'other.gz')
  expect(await storage.list()).toEqual(['ritmo-one.gz'])
  await storage.download('ritmo-one.gz', join(folder, 'copy'))
  expect(readFileSync(join(folder, 'copy')).equals(readFileSync(file))).toBe(true)
  await storage.delete('ritmo-one.gz')
  expect(await storage.list()).toEqual([])
})

test('O57 a storage with a prefix sees only the objects of its own site', async () => {
  const { s3, storage, folder, file } = await setUp()
  const [one, other] = ['team-a/', 'ritmo-b/c/'].map((prefix) => createS3Storage({ ...s3, prefix }))
  await storage.upload(file, 'ritmo-0.gz')
  await one!.upload(file, 'ritmo-1.gz')
  await other!.upload(file, 'ritmo-2.gz')
  expect(one!.location).toBe(`${s3.url}/backups/team-a`)
  expect(await one!.list()).toEqual(['ritmo-1.gz'])
  expect(await other!.list()).toEqual(['ritmo-2.gz'])
  await other!.download('ritmo-2.gz', join(folder, 'copy'))
  expect(readFileSync(join(folder, 'copy')).equals(readFileSync(file))).toBe(true)
  await one!.delete('ritmo-1.gz')
  expect(await storage.list()).toEqual(['ritmo-0.gz', 'ritmo-b/c/ritmo-2.gz'])
})

// prettier-ignore
test.each([
  ['a wrong secret',        { secret: 'another' },                      /cannot be used: it answered 403 \(SignatureDoesNotMatch, .+[^.]\)\.$/],
  ['an unknown key',        { keyId: 'nobody' },                        /it answered 403 \(InvalidAccessKeyId/],
  ['a bucket that is not',  { bucket: 'nowhere' },                      /\/nowhere\) cannot be used: it answered 404 \(NoSuchBucket/],
])('O57 %s is told in one sentence', async (_what, change, sentence) => {
  const { s3, file } = await setUp()
  await expect(createS3Storage({ ...s3, ...change }).upload(file, 'ritmo-one.gz')).rejects.toThrow(sentence)
})

type Answer = [status: number, body?: string]

/** A storage that gives these answers, one after the other. */
async function startScriptedServer(answers: Answer[]) {
  const requests: string[] = []
  const server = createServer((request, reply) => {
    requests.push(`${request.method} ${request.url}`)
    const [status, body] = answers.shift() ?? [200]
    request.resume().on('end', () => reply.writeHead(status).end(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const page = (name: string, token: string) =>
  `<ListBucketResult><Contents><Key>${name}</Key></Contents>${token && `<NextContinuationToken>${token}</NextContinuationToken>`}</ListBucketResult>`

test('O57 a list of several pages is read to its end', async () => {
  const { s3 } = await setUp()
  const { url, requests } = await startScriptedServer([
    [200, page('ritmo-1', 'a&amp;b=')],
    [200, page('ritmo-2', '')],
  ])
  expect(await createS3Storage({ ...s3, url }).list()).toEqual(['ritmo-1', 'ritmo-2'])
  expect(requests[1]).toContain('continuation-token=a%26b%3D')
})

test('O57 a storage that fails for a moment is tried again', async () => {
  const { s3 } = await setUp()
  const { url, requests } = await startScriptedServer([[503], [200, page('ritmo-1', '')]])
  expect(await createS3Storage({ ...s3, url }).list()).toEqual(['ritmo-1'])
  expect(requests).toHaveLength(2)
})

test('O57 an object that is read back differently is deleted and reported', async () => {
  const { s3, file } = await setUp()
  const { url, requests } = await startScriptedServer([[200], [200, 'other bytes']])
  const upload = createS3Storage({ ...s3, url }).upload(file, 'ritmo-1')
  await expect(upload).rejects.toThrow('ritmo-1 could not be read back')
  expect(requests.at(-1)).toBe('DELETE /backups/ritmo-1')
})

test('O57 a storage that cannot be reached is named', async () => {
  const { s3 } = await setUp()
  const storage = createS3Storage({ ...s3, url: 'http://127.0.0.1:1' })
  await expect(storage.list()).rejects.toThrow('(http://127.0.0.1:1/backups) cannot be used: connect ECONNREFUSED')
})
