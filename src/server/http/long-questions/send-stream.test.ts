import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { createLongQuestions } from './long-questions.ts'
import { type SendLimits, sendStream } from './send-stream.ts'

const CHUNK_BYTES = 64 * 1024
const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
const HEAD = GET.replace('GET', 'HEAD')

type Content = () => AsyncIterable<string>

async function* endless() {
  for (;;) yield 'x'.repeat(CHUNK_BYTES)
}

const chunks = (count: number): Content =>
  async function* several() {
    for (let index = 0; index < count; index += 1) yield 'x'.repeat(CHUNK_BYTES)
  }

/** A server whose only reply has this content, and keeps a question of Ann open while it is sent. */
async function serverOf(content: Content, limits?: SendLimits, beforeReply?: (request: FastifyRequest) => unknown) {
  const questions = createLongQuestions({
    openReader: () => undefined as unknown as Db,
    withSnapshot: () => Promise.reject(new Error('No snapshot is needed')),
    readerConnections: 1,
  })
  const counts = { opened: 0, closed: 0 }
  const app = fastify()
  app.get('/', async (request, reply) => {
    const question = questions.open({ userId: 'ann', request })
    counts.opened += 1
    await beforeReply?.(request)
    const onClose = () => {
      counts.closed += 1
      question.close()
    }
    return sendStream(reply, { content: content(), onClose }, limits)
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  onTestFinished(() => app.close())
  return { app, counts, connect: () => openSocket(Number(port)) }
}

function openSocket(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Reads all replies of a connection, and resolves when it is closed. */
async function readAll(socket: Socket, pauseMs = 0) {
  let [bytes, text] = [0, '']
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes += chunk.length
    text = (text + chunk.toString('latin1')).slice(-1_000)
    if (pauseMs > 0) await sleep(pauseMs)
  }
  return { bytes, isComplete: text.endsWith('\r\n0\r\n\r\n') }
}

test('O94 a client that never reads is cut, and its question is free again', async () => {
  const { app, counts, connect } = await serverOf(endless, { maxStallMs: 200 })
  for (let index = 0; index < 16; index += 1) connect().write(GET)
  await expect.poll(() => counts, { timeout: 10_000 }).toEqual({ opened: 16, closed: 16 })
  const connections = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
  connect().write(GET)
  await expect.poll(() => counts.opened).toBe(17)
})

test('O94 a client that does not read the end of a reply is cut', async () => {
  const { counts, connect } = await serverOf(chunks(200), { maxStallMs: 200 })
  connect().write(GET)
  await expect.poll(() => counts.closed, { timeout: 5_000 }).toBe(1)
})

test('O94 a client that reads a little now and then is cut in the end', async () => {
  const { counts, connect } = await serverOf(endless, { maxClientMs: 400 })
  const socket = connect()
  socket.write(GET)
  await readAll(socket, 5).catch(() => {})
  await expect.poll(() => counts.closed).toBe(1)
})

test('O94 a client that reads slowly gets everything, for longer than one may stall', async () => {
  const { counts, connect } = await serverOf(chunks(320), { maxStallMs: 1_500 })
  const socket = connect()
  socket.write(GET.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'))
  const startedAt = performance.now()
  const { bytes, isComplete } = await readAll(socket, 5)
  expect(performance.now() - startedAt).toBeGreaterThan(1_500)
  expect(bytes).toBeGreaterThan(320 * CHUNK_BYTES)
  expect(isComplete).toBe(true)
  await expect.poll(() => counts.closed).toBe(1)
})

test('O94 the time in which the server makes a reply does not count', async () => {
  const slow: Content = async function* slow() {
    for (let index = 0; index < 2; index += 1) {
      yield 'ü'.repeat(CHUNK_BYTES)
      await sleep(600)
    }
  }
  const { app } = await serverOf(slow, { maxStallMs: 400, maxClientMs: 400 })
  const reply = await fetch(`http://127.0.0.1:${(app.server.address() as { port: number }).port}`)
  expect(await reply.text()).toBe('ü'.repeat(2 * CHUNK_BYTES))
})

test.each([
  ['GET', GET],
  ['HEAD', HEAD],
])('O94 a connection that stays open after %s is not cut', async (_method, request) => {
  const { counts, connect } = await serverOf(chunks(1), { maxStallMs: 300 })
  const socket = connect().resume()
  for (let count = 1; count <= 2; count += 1) {
    socket.write(request)
    await expect.poll(() => counts.closed).toBe(count)
    await sleep(450)
    expect(socket.closed).toBe(false)
  }
})

/** Content that fails after some chunks. */
const failing = (count: number): Content =>
  async function* failing() {
    yield* chunks(count)()
    throw new Error('the database went away')
  }

const hangUp = (socket: Socket) => void socket.once('readable', () => socket.destroy())
const read = (socket: Socket) => void socket.resume()

// prettier-ignore
test.each([
  ['is complete',             chunks(3),   GET,       read],
  ['is empty',                chunks(0),   GET,       read],
  ['is for HEAD',             chunks(3),   HEAD,      read],
  ['is for HEAD and endless', endless,     HEAD,      read],
  ['fails before it begins',  failing(0),  GET,       read],
  ['fails midway',            failing(3),  GET,       read],
  ['fails for HEAD',          failing(3),  HEAD,      read],
  ['loses its client',        endless,     GET,       hangUp],
  ['waits behind another',    endless,     GET + GET, hangUp],
])('O91 the question of a reply that %s is closed once', async (_what, content, requests, act) => {
  const { counts, connect } = await serverOf(content)
  const socket = connect()
  socket.write(requests)
  act(socket)
  const count = requests.split('HTTP').length - 1
  await expect.poll(() => counts).toEqual({ opened: count, closed: count })
  await sleep(50)
  expect(counts.closed).toBe(count)
})

test('O91 the question of a reply whose client has gone before is closed once', async () => {
  const { counts, connect } = await serverOf(endless, undefined, ({ raw }) => once(raw.socket, 'close'))
  const socket = connect()
  socket.write(GET)
  await expect.poll(() => counts.opened).toBe(1)
  socket.destroy()
  await expect.poll(() => counts.closed).toBe(1)
  await sleep(50)
  expect(counts.closed).toBe(1)
})
