import type { Input } from '#contract/endpoint.ts'
import { timer, type TimerReply, type TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { call } from '#web/api/call.ts'
import { currentToken } from '#web/api/session.ts'
import { BASE_PATH } from '#web/base-path.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'

type Body = Input<typeof timer.command>['body']

export async function postCommands(commands: readonly Command[], clock: Clock): Promise<TimerReply> {
  return withServerTime(clock, call(timer.command, { body: toBody(commands) }), ({ snapshot }) => snapshot)
}

export function fetchTimer(clock: Clock): Promise<TimerSnapshot> {
  return withServerTime(clock, call(timer.read, {}), (snapshot) => snapshot)
}

/** Learns the server's time from a reply. */
async function withServerTime<Reply>(
  clock: Clock,
  request: Promise<Reply>,
  toSnapshot: (reply: Reply) => TimerSnapshot,
) {
  const sentAt = Date.now()
  const reply = await request
  clock.addProbe({ sentAt, serverAt: toSnapshot(reply).now, receivedAt: Date.now() })
  return reply
}

/** Sends commands while the page closes: with `keepalive` the browser finishes a request of up to 64 KiB by itself. */
export function sendOnPageHide(commands: readonly Command[]) {
  const token = currentToken()
  if (token === undefined || commands.length === 0) return
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify(toBody(commands))
  // A command that does not arrive is still in the outbox.
  fetch(`${BASE_PATH}/api${timer.command.path}`, { method: 'POST', keepalive: true, headers, body }).catch(
    () => undefined,
  )
}

/** The contract's lists are mutable, ours are readonly. */
const toBody = (commands: readonly Command[]) => ({ commands }) as Body
