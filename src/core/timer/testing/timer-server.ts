import { type ChangeScope, changeScopeOf } from '#core/timer/affected-runs.ts'
import type { Ack, Command } from '#core/timer/command.ts'
import { EMPTY_HISTORY, type TimerHistory } from '#core/timer/history.ts'
import { holdForAbsentUser } from '#core/timer/holds.ts'
import { mergeCommand } from '#core/timer/merge-command.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { LateCommandAudit } from './late-command-audit.ts'
import { StoredRuns } from './stored-runs.ts'

/** The timer of one user as the server keeps it, with checks after every change. */
export class TimerServer {
  history = EMPTY_HISTORY
  #storedRuns = new StoredRuns()
  #acks = new Map<string, Ack>()
  #audit = new LateCommandAudit()

  /** Acknowledges a known command again. Returns undefined if an earlier command of the device is missing. */
  receive(command: Command, now: number): Ack | undefined {
    const known = this.#acks.get(command.id)
    if (known !== undefined) return known
    const { runs: runsBefore, sequences } = this.history
    const { history, ack } = mergeCommand(this.history, command, now)
    if (ack?.isAccepted !== true && history.runs !== runsBefore)
      throw new Error('I7 a refused command changed something')
    this.history = history
    if (ack === undefined) return undefined
    const edit = (part: TimerHistory) => mergeCommand({ ...part, sequences }, command, now).history
    this.#changeStoredRuns(changeScopeOf(command, now), now, edit)
    this.#acks.set(ack.id, ack)
    this.#audit.check(command, ack, now, this.history)
    return ack
  }

  /** The sequence number of the next command of a device. */
  awaitedFrom = (device: string) => (this.history.sequences[device] ?? 0) + 1

  /** Holds work that was due while the user was absent. */
  hold(now: number, lastSeenAt: number) {
    const hold = (history: TimerHistory) => holdForAbsentUser(history, now, lastSeenAt)
    this.history = hold(this.history)
    this.#changeStoredRuns({ at: now }, now, hold)
    const { mode, runningSince } = timerStateAt(this.history, now)
    if (mode === 'work' && (runningSince ?? 0) > lastSeenAt) throw new Error('T10 work began while the user was absent')
  }

  /** Repeats the change with only the affected runs loaded, as the server does, and compares the results. */
  #changeStoredRuns(scope: ChangeScope, now: number, edit: (part: TimerHistory) => TimerHistory) {
    this.#storedRuns.change(scope, now, edit)
    this.#storedRuns.compare(this.history)
  }
}
