import type { Ack, Command } from '#core/timer/command.ts'
import type { TimerHistory } from '#core/timer/history.ts'
import type { TimerEvent } from '#core/timer/transition.ts'

interface LastCommand {
  at: number
  id: string | null
  /** Commands whose device knows the last one: a later command with one of these as its base is informed. */
  knownBy: (string | null)[]
}

/** Throws if a command that arrived late overrides a newer one that did not know of it. */
export class LateCommandAudit {
  #lastByRun = new Map<string, LastCommand>()

  check({ id, base, event }: Command, { isAccepted, code }: Ack, now: number, history: TimerHistory) {
    if (!isAccepted || code === 'resurrected') return
    const last = this.#lastByRun.get(event.runId) ?? { at: 0, id: base, knownBy: [base] }
    if (event.type === 'dismiss') {
      last.knownBy.push(id)
      return
    }
    const at = Math.min(event.at, now)
    // Its base is the last command of the run that it drops.
    if (event.type === 'undo') return void this.#lastByRun.set(event.runId, { at, id, knownBy: [id] })
    if (last.knownBy.includes(base) || at >= last.at)
      this.#lastByRun.set(event.runId, { at: Math.max(at, last.at), id, knownBy: [id] })
    else checkLate(event, last.id, history)
  }
}

/** A late command may only add worked time or subject fields, and must not be the last one of the log. */
function checkLate(event: TimerEvent, lastId: string | null, { runs }: TimerHistory) {
  if (event.type !== 'resume' && event.type !== 'subject')
    throw new Error(`I8 a late ${event.type} was accepted after a newer command that did not know of it`)
  const { log } = runs.find(({ id }) => id === event.runId)!
  if (log.findLast(({ event }) => event.type !== 'dismiss')?.id !== lastId)
    throw new Error('I8 a late command comes last in the log')
}
