import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { Ack, Command } from '#core/timer/command.ts'
import { EMPTY_HISTORY, type TimerHistory } from '#core/timer/history.ts'
import { holdForAbsentUser } from '#core/timer/holds.ts'
import { mergeCommand } from '#core/timer/merge-command.ts'

export type TestServer = ReturnType<typeof createTestServer>

/** A server that holds one user's timer in memory. */
export function createTestServer() {
  let history: TimerHistory = EMPTY_HISTORY
  const known = new Map<string, Ack>()
  const received: Command[] = []

  // The contract's lists are mutable, the core's are readonly.
  const read = () =>
    ({ revision: history.revision, now: Date.now(), run: history.runs.at(-1) ?? null }) as unknown as TimerSnapshot

  function receive(commands: readonly Command[]): TimerReply {
    const acks: Ack[] = []
    for (const command of commands) {
      const before = known.get(command.id)
      const { history: after, ack } = before ? { history, ack: before } : mergeCommand(history, command, Date.now())
      if (ack === undefined) return { acks, awaited: (history.sequences[command.device] ?? 0) + 1, snapshot: read() }
      if (!before) received.push(command)
      known.set(command.id, ack)
      history = after
      acks.push(ack)
    }
    return { acks, snapshot: read() }
  }

  return {
    receive,
    read,
    history: () => history,
    /** The types of the commands it has received, in order, each command once. */
    receivedTypes: () => received.map(({ event }) => event.type),
    hold: (lastSeenAt: number) => (history = holdForAbsentUser(history, Date.now(), lastSeenAt)),
    /** Simulates the restore of an empty backup. */
    restoreEmpty: () => {
      history = EMPTY_HISTORY
      known.clear()
      received.length = 0
    },
  }
}
