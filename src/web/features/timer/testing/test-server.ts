import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { Ack, Command } from '#core/timer/command.ts'
import { EMPTY_HISTORY, type TimerHistory } from '#core/timer/history.ts'
import { holdForAbsentUser } from '#core/timer/holds.ts'
import { mergeCommand } from '#core/timer/merge-command.ts'

export type TestServer = ReturnType<typeof createTestServer>

/** A server that keeps one user's timer in memory. */
export function createTestServer() {
  let ledger: TimerHistory = EMPTY_HISTORY
  const known = new Map<string, Ack>()
  const heard: Command[] = []

  // Lists that nobody may change here are plain lists on the wire.
  const read = () =>
    ({ revision: ledger.revision, now: Date.now(), run: ledger.runs.at(-1) ?? null }) as unknown as TimerSnapshot

  function take(commands: readonly Command[]): TimerReply {
    const acks: Ack[] = []
    for (const command of commands) {
      const before = known.get(command.id)
      const { history: after, ack } = before
        ? { history: ledger, ack: before }
        : mergeCommand(ledger, command, Date.now())
      if (ack === undefined) return { acks, awaited: (ledger.sequences[command.device] ?? 0) + 1, snapshot: read() }
      if (!before) heard.push(command)
      known.set(command.id, ack)
      ledger = after
      acks.push(ack)
    }
    return { acks, snapshot: read() }
  }

  return {
    take,
    read,
    ledger: () => ledger,
    /** What it was told, in order, each thing once. */
    heard: () => heard.map(({ event }) => event.type),
    hold: (lastSeenAt: number) => (ledger = holdForAbsentUser(ledger, Date.now(), lastSeenAt)),
    /** As from a backup of a time when nothing had happened. */
    restore: () => {
      ledger = EMPTY_HISTORY
      known.clear()
      heard.length = 0
    },
  }
}
