import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sendFile } from './file-response.ts'

/** A server that sends one file with this content. */
async function serverOf(content: () => AsyncIterable<string>) {
  const app = fastify()
  app.get('/', (_request, reply) => sendFile(reply, { name: 'a.csv', type: 'text/csv', content: content() }))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return { app, address }
}

const CHUNK_BYTES = 64 * 1024
/** More than the buffers between server and client hold. */
const MAX_BUFFERED_BYTES = 500 * CHUNK_BYTES

test('X5 a file is generated no faster than it is received, and no further once its client disconnects', async () => {
  let [produced, isEnded] = [0, false]
  const { address } = await serverOf(async function* endless() {
    try {
      for (; ; produced += CHUNK_BYTES) yield 'x'.repeat(CHUNK_BYTES)
    } finally {
      isEnded = true
    }
  })
  const controller = new AbortController()
  const { body } = await fetch(address, { signal: controller.signal })
  const reader = body!.getReader()
  for (let received = 0; received < 2 * MAX_BUFFERED_BYTES;) {
    received += (await reader.read()).value!.length
    expect(produced - received).toBeLessThan(MAX_BUFFERED_BYTES)
  }
  expect(isEnded).toBe(false)
  controller.abort()
  await expect.poll(() => isEnded).toBe(true)
})

test('X6 a file that fails while it is sent does not look complete', async () => {
  const { address } = await serverOf(async function* failing() {
    yield 'x'.repeat(CHUNK_BYTES)
    throw new Error('the database went away')
  })
  await expect(fetch(address).then((reply) => reply.text())).rejects.toThrow()
})

test('X6 a file that fails before its first byte is answered with an error', async () => {
  // oxlint-disable-next-line require-yield -- it fails before its first chunk
  const { app } = await serverOf(async function* failing() {
    throw new Error('the database is not there')
  })
  const { statusCode, headers } = await app.inject('/')
  expect(statusCode).toBe(500)
  expect(headers['content-type']).toMatch('application/json')
})
