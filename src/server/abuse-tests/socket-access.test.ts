import { once } from 'node:events'
import { expect, test } from 'vitest'
import { TIMER_EVENTS } from '#contract/timer-events.ts'
import { TimerMessage } from '#contract/input/timer-message.ts'
import { fieldsOfValue, fieldsOfSchema } from './fields.ts'
import { startWithListener, startSocketServer, readTimerAfter } from './socket-server.ts'
import { type SampleMessage, SAMPLE_MESSAGES } from './sample-messages.ts'
import {
  fillPlaceholders,
  MALFORMED_ID,
  placeholdersIn,
  UNKNOWN_ID,
  SAMPLE_REQUESTS,
  withoutIds,
} from './sample-requests.ts'
import { type Caller, valuesFor, requestFor } from './test-server.ts'

test('S10 every event has sample messages with every field of its contract', () => {
  expect(Object.keys(SAMPLE_MESSAGES)).toEqual([...TIMER_EVENTS, 'timer:requestSync', 'timer:clock'])
  const fields = Object.values(SAMPLE_MESSAGES).flatMap((messages) => messages.flatMap(fieldsOfValue))
  expect(new Set(fields)).toEqual(new Set(fieldsOfSchema(TimerMessage)))
})

test('S16 a socket connects only with a live session, and only as its own user', async () => {
  const { app, open, createCaller, openSession } = await startSocketServer()
  const [ann, bob, gone] = [await createCaller(), await createCaller(), await createCaller()]
  const ended = await openSession(ann.userId)
  await app.inject(requestFor('users.logout', {}, ended))
  await app.inject(requestFor('users.deleteProfile', SAMPLE_REQUESTS['users.deleteProfile']!, gone.token))
  const strangers = {
    anonymous: {},
    forged: { token: `${ann.token}x` },
    'signed out': { token: ended },
    deleted: { token: gone.token },
    another: { token: bob.token, userId: ann.userId },
  }
  for (const [stranger, auth] of Object.entries(strangers)) {
    const [error] = (await once(open(auth) as never, 'connect_error')) as [Error]
    expect(error.message, stranger).toBe('unauthenticated')
  }
})

/** Commands with an unknown project or run are rejected; saving leaves out unknown tasks, tags and entries. */
const REJECTIONS: Record<string, string> = { project: '"code":"unknown-project"', run: '"code":"unknown-run"' }

test.each(Object.entries(SAMPLE_MESSAGES))(
  'S10 %s: an id of another user is answered like an id that does not exist',
  async (event, messages) => {
    const { ann, createCaller, connect, expectUnaffected } = await startWithListener()
    const caller = await createCaller()

    /** Replaces one placeholder by an id, and returns the reply and Bob's timer afterwards. */
    async function sendAs(bob: Caller, message: SampleMessage, index: number, id: string) {
      const [socket, fill] = [await connect(bob, message.cmd ? 'current' : 'legacy'), valuesFor(bob)]
      const given = fillPlaceholders(message, (placeholder, at) => (at === index ? id : fill(placeholder)))
      let answer: unknown
      socket.emit(event, given, (reply: unknown) => (answer = reply))
      const { snapshot } = await readTimerAfter(socket, bob)
      socket.disconnect()
      return withoutIds(JSON.stringify({ answer, snapshot }))
    }

    for (const message of messages)
      for (const [index, placeholder] of placeholdersIn(message).entries()) {
        const theirs = ann.values[event === 'timer:start' ? placeholder.replace('new.', '') : placeholder]
        if (theirs === undefined) continue
        const others = await sendAs(await createCaller(), message, index, theirs)
        if (message.cmd) expect(others, placeholder).toContain(REJECTIONS[placeholder] ?? '"acks":')
        expect(await sendAs(await createCaller(), message, index, UNKNOWN_ID), placeholder).toBe(others)
        expect(await sendAs(caller, message, index, MALFORMED_ID), placeholder).toContain(
          '{"answer":{"error":"invalid","field":',
        )
      }
    await expectUnaffected()
  },
)
