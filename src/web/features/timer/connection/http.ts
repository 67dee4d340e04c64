import type { Input } from '#contract/endpoint.ts'
import { timer, type TimerReply, type TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { call } from '#web/api/call.ts'
import { currentToken } from '#web/api/session.ts'
import { firstBatch } from '#web/features/timer/outbox/batch.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'

type Body = Input<typeof timer.command>['body']

export async function postCommands(commands: readonly Command[], clock: Clock): Promise<TimerReply> {
  return withServerTime(clock, call(timer.command, { body: toBody(commands) }), ({ snapshot }) => snapshot)
}

export function fetchTimer(clock: Clock): Promise<TimerSnapshot> {
  return withServerTime(clock, call(timer.read, {}), (snapshot) => snapshot)
}

/** Every answer also tells the server's time. */
async function withServerTime<Reply>(
  clock: Clock,
  answer: Promise<Reply>,
  toSnapshot: (reply: Reply) => TimerSnapshot,
) {
  const sentAt = Date.now()
  const reply = await answer
  clock.addProbe({ sentAt, serverAt: toSnapshot(reply).now, receivedAt: Date.now() })
  return reply
}

/** The page is going: the browser delivers this without it, up to 64 KiB, and nobody waits for the answer. */
export function sendOnPageHide(commands: readonly Command[]) {
  const token = currentToken()
  if (token === undefined || commands.length === 0) return
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify(toBody(firstBatch(commands)))
  // What does not arrive is still in the outbox.
  fetch(`/api${timer.command.path}`, { method: 'POST', keepalive: true, headers, body }).catch(() => undefined)
}

/** Lists that nobody may change here are plain lists on the wire. */
const toBody = (commands: readonly Command[]) => ({ commands }) as Body
