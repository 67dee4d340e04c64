import { EventEmitter } from 'node:events'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Db, WithSnapshot } from '#server/db/connect.ts'
import { createLongQuestions } from './long-questions.ts'

/** The signal stands for the reader that it is opened for. */
function createQuestions(limits: { readerConnections?: number; maxWaitMs?: number; maxRunMs?: number } = {}) {
  const openReader = (signal: AbortSignal) => signal as unknown as Db
  const withSnapshot: WithSnapshot = (signal, work) => work(openReader(signal))
  return createLongQuestions({ openReader, withSnapshot, readerConnections: 2, ...limits })
}

const signalOf = (reader: Db) => reader as unknown as AbortSignal

/** A query that runs until it is cancelled. */
const runForEver = (reader: Db) =>
  new Promise<never>((_resolve, reject) => {
    signalOf(reader).addEventListener('abort', () => reject(signalOf(reader).reason as Error))
  })

function createCaller(userId = 'ann') {
  const socket = Object.assign(new EventEmitter().setMaxListeners(0), { destroyed: false })
  return {
    userId,
    request: { raw: { socket } } as unknown as FastifyRequest,
    hangUp: () => socket.emit('close'),
    socket,
  }
}

test('O91 a user has at most sixteen open questions; another user still gets an answer', async () => {
  const { open, ask } = createQuestions()
  const caller = createCaller()
  const opened = Array.from({ length: 16 }, () => open(caller))
  await expect(ask(caller, async () => 1)).rejects.toMatchObject({
    code: 'rate-limited',
    key: 'tooManyQuestions',
    retryAfterSeconds: 2,
  })
  await expect(ask(createCaller('bob'), async () => 1)).resolves.toBe(1)
  opened[0]!.close()
  opened[0]!.close()
  await expect(ask(caller, async () => 1)).resolves.toBe(1)
  open(caller)
  expect(() => open(caller)).toThrow('tooManyQuestions')
})

test('O92 a question that runs too long ends with a sentence, and its place is free again', async () => {
  const { ask } = createQuestions({ maxRunMs: 20 })
  await expect(ask(createCaller(), runForEver)).rejects.toMatchObject({ code: 'unavailable', key: 'questionTooLong' })
  await expect(ask(createCaller(), async () => 1)).resolves.toBe(1)
})

test('O92 a question that waits too long is refused with Retry-After, and never runs', async () => {
  const { ask } = createQuestions({ maxWaitMs: 20 })
  const first = createCaller()
  const running = ask(first, runForEver)
  let hasRun = false
  const late = ask(createCaller(), async () => (hasRun = true))
  await expect(late).rejects.toMatchObject({ code: 'unavailable', key: 'unavailable', retryAfterSeconds: 2 })
  first.hangUp()
  await expect(running).rejects.toThrow()
  expect(hasRun).toBe(false)
})

test('O93 the queries of a question end when its caller has gone, and their place is free again', async () => {
  const { ask } = createQuestions()
  const caller = createCaller()
  const asked = ask(caller, runForEver)
  const next = ask(createCaller(), async () => 1)
  caller.hangUp()
  await expect(asked).rejects.toMatchObject({ code: 'unavailable' })
  await expect(next).resolves.toBe(1)
  expect(caller.socket.listenerCount('close')).toBe(0)
})

test('O93 a caller who has gone before gets nothing started', async () => {
  const { ask } = createQuestions()
  const caller = createCaller()
  caller.socket.destroyed = true
  let hasRun = false
  await expect(ask(caller, async () => (hasRun = true))).rejects.toMatchObject({ code: 'unavailable' })
  expect(hasRun).toBe(false)
})

test.each([2, 3, 8])('O90 the questions of one user leave one of %d connections for another', async (connections) => {
  const { ask } = createQuestions({ readerConnections: connections })
  const caller = createCaller()
  let running = 0
  const asked = Array.from({ length: 10 }, () => ask(caller, (reader) => (running++, runForEver(reader))))
  await expect(ask(createCaller('bob'), async () => 1)).resolves.toBe(1)
  expect(running).toBe(connections === 2 ? 1 : 2)
  caller.hangUp()
  expect((await Promise.allSettled(asked)).every(({ status }) => status === 'rejected')).toBe(true)
})

test('O90 a snapshot leaves the turns of other questions free', async () => {
  const { open, ask } = createQuestions()
  const caller = createCaller()
  const reading = open(caller).readSnapshot(runForEver)
  await expect(ask(caller, async () => 1)).resolves.toBe(1)
  caller.hangUp()
  await expect(reading).rejects.toMatchObject({ code: 'unavailable' })
})
