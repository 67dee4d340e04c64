import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sendFile } from './file-response.ts'

/** A server that sends one file, made by this. */
async function serverOf(content: () => AsyncIterable<string>) {
  const app = fastify()
  app.get('/', (_request, reply) => sendFile(reply, { name: 'a.csv', type: 'text/csv', content: content() }))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return { app, address }
}

const PIECE = 64 * 1024
/** What the buffers on the way may hold. */
const AHEAD = 500 * PIECE

test('X5 a file is made no faster than it is taken, and no further once nobody takes it', async () => {
  let [made, isEnded] = [0, false]
  const { address } = await serverOf(async function* endless() {
    try {
      for (; ; made += PIECE) yield 'x'.repeat(PIECE)
    } finally {
      isEnded = true
    }
  })
  const leaving = new AbortController()
  const { body } = await fetch(address, { signal: leaving.signal })
  const reader = body!.getReader()
  for (let taken = 0; taken < 2 * AHEAD;) {
    taken += (await reader.read()).value!.length
    expect(made - taken).toBeLessThan(AHEAD)
  }
  expect(isEnded).toBe(false)
  leaving.abort()
  await expect.poll(() => isEnded).toBe(true)
})

test('X6 a file that fails on its way does not look whole', async () => {
  const { address } = await serverOf(async function* failing() {
    yield 'x'.repeat(PIECE)
    throw new Error('the database went away')
  })
  await expect(fetch(address).then((reply) => reply.text())).rejects.toThrow()
})

test('X6 a file that fails before its first byte is no file', async () => {
  // oxlint-disable-next-line require-yield -- it fails before
  const { app } = await serverOf(async function* failing() {
    throw new Error('the database is not there')
  })
  const { statusCode, headers } = await app.inject('/')
  expect(statusCode).toBe(500)
  expect(headers['content-type']).toMatch('application/json')
})
