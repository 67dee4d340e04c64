import { once } from 'node:events'
import { expect, test } from 'vitest'
import { TIMER_EVENTS, TimerMessage } from '#contract/timer-events.ts'
import { fieldsIn, fieldsOf } from './fields.ts'
import { annListens, openLiveSite, settled } from './live-site.ts'
import { type Message, MESSAGES } from './messages.ts'
import { filled, MALFORMED, marksOf, MISSING, SAMPLES, withoutIds } from './samples.ts'
import { type Caller, filler, requestFor } from './site.ts'

test('S10 every event is in the matrix, with everything that can be said in it', () => {
  expect(Object.keys(MESSAGES)).toEqual([...TIMER_EVENTS, 'timer:requestSync', 'timer:clock'])
  const said = Object.values(MESSAGES).flatMap((messages) => messages.flatMap(fieldsIn))
  expect(new Set(said)).toEqual(new Set(fieldsOf(TimerMessage)))
})

test('S16 without a live session nobody connects, and nobody as another', async () => {
  const { app, open, newcomer, openSession } = await openLiveSite()
  const [ann, bob, gone] = [await newcomer(), await newcomer(), await newcomer()]
  const ended = await openSession(ann.userId)
  await app.inject(requestFor('users.logout', {}, ended))
  await app.inject(requestFor('users.deleteProfile', SAMPLES['users.deleteProfile']!, gone.token))
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

/** Commands on what is not there are refused; a task, tag or entry that is not there is left out when time is saved. */
const VERDICTS: Record<string, string> = { project: '"code":"unknown-project"', run: '"code":"unknown-run"' }

test.each(Object.entries(MESSAGES))('S10 %s: another’s is answered like nobody’s', async (event, messages) => {
  const { ann, newcomer, connect, expectUnheard } = await annListens()
  const careless = await newcomer()

  /** What Bob is told who names something in one place that is not his, and how his timer stands then. */
  async function answerTo(bob: Caller, message: Message, place: number, id: string) {
    const [socket, fill] = [await connect(bob, message.cmd ? 'ours' : 'plain'), filler(bob)]
    const given = filled(message, (mark, at) => (at === place ? id : fill(mark)))
    let answer: unknown
    socket.emit(event, given, (said: unknown) => (answer = said))
    const { snapshot } = await settled(socket, bob)
    socket.disconnect()
    return withoutIds(JSON.stringify({ answer, snapshot }))
  }

  for (const message of messages)
    for (const [place, mark] of marksOf(message).entries()) {
      const theirs = ann.things[event === 'timer:start' ? mark.replace('new.', '') : mark]
      if (theirs === undefined) continue
      const others = await answerTo(await newcomer(), message, place, theirs)
      if (message.cmd) expect(others, mark).toContain(VERDICTS[mark] ?? '"acks":')
      expect(await answerTo(await newcomer(), message, place, MISSING), mark).toBe(others)
      expect(await answerTo(careless, message, place, MALFORMED), mark).toContain('{"answer":{"error":"invalid"}')
    }
  await expectUnheard()
})
