import { EventEmitter } from 'node:events'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { closeOnFailure, createLongQuestions, type LongQuestion } from '#server/http/long-questions/long-questions.ts'
import { StreamedReply } from '#server/http/long-questions/streamed-reply.ts'
import { replyWithLines } from './reply-with-lines.ts'

/** Asks for reports of Ann. A number stands for a line with as many sublines. */
function createReports() {
  const questions = createLongQuestions({
    openReader: () => undefined as unknown as Db,
    withSnapshot: () => Promise.reject(new Error('No snapshot is needed')),
    readerConnections: 1,
  })
  const socket = Object.assign(new EventEmitter().setMaxListeners(0), { destroyed: false })
  const request = { raw: { socket } } as unknown as FastifyRequest
  const answer = <T>(reply: (question: LongQuestion) => Promise<T>) => {
    const question = questions.open({ userId: 'ann', request })
    return closeOnFailure(question, () => reply(question))
  }
  return {
    ask: async (lines: number[]) =>
      answer(async (question) =>
        replyWithLines({ question, lines, countSublines: (line) => line, wrap: (lines) => lines }),
      ),
    fail: () => answer(async () => Promise.reject(new Error('no'))),
  }
}

test.each([
  ['of many lines', Array<number>(1_001).fill(0)],
  ['with many sublines in one line', [1_000]],
])('O91 a report %s is an open question until it was sent', async (_what, lines) => {
  const { ask } = createReports()
  for (let count = 0; count < 16; count += 1) expect(await ask(lines)).toBeInstanceOf(StreamedReply)
  await expect(ask(lines)).rejects.toThrow('tooManyQuestions')
})

test('O91 a short report is answered at once, and neither it nor a failed one stays open', async () => {
  const { ask, fail } = createReports()
  for (let count = 0; count < 17; count += 1) {
    expect(await ask([0, 998])).toEqual([0, 998])
    expect(await ask([])).toEqual([])
    await expect(fail()).rejects.toThrow('no')
  }
})
