import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import type { TimerHistory } from '#core/timer/history.ts'
import { checkHistory } from '#core/timer/testing/history-checks.ts'
import { TimerServer } from '#core/timer/testing/timer-server.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { QueuedRequest } from '#web/sync/mutations.ts'
import { ItemServer } from './item-server.ts'
import type { OperationAudit } from './operation-audit.ts'
import type { ServerRequest } from './tab.ts'
import { CONFIG } from './timer-user.ts'

export const toSnapshot = ({ revision, runs }: TimerHistory, now: number): TimerSnapshot => ({
  revision,
  now,
  // The core's types are read-only, the contract's are not.
  run: (runs.at(-1) ?? null) as TimerSnapshot['run'],
})

/** The server of one user. It checks that each request can be handled when it arrives. */
export class SimulatedServer {
  readonly timer = new TimerServer()
  readonly items = new ItemServer((id) => this.#isEntryOfTimer(id))
  readonly #audit: OperationAudit
  readonly #now: () => number

  constructor(audit: OperationAudit, now: () => number) {
    this.#audit = audit
    this.#now = now
  }

  get history() {
    return this.timer.history
  }

  /** Returns the reply, or throws an `ApiError` as a request does that the server refuses. */
  handle(request: ServerRequest): unknown {
    return 'commands' in request ? this.#handleCommands(request.commands) : this.#handleMutation(request.mutation)
  }

  #handleCommands(commands: readonly Command[]): TimerReply {
    const acks: TimerReply['acks'] = []
    let awaited: number | undefined
    for (const command of commands) {
      const ack = this.timer.receive(command, this.#now())
      if (ack === undefined) {
        awaited = this.timer.awaitedFrom(command.device)
        break
      }
      this.#audit.receiveCommand(command.id, this.history.revision)
      this.#checkItems(command)
      acks.push(ack)
    }
    this.check()
    return { acks, ...(awaited !== undefined && { awaited }), snapshot: toSnapshot(this.history, this.#now()) }
  }

  /** A tab in memory may name an item whose creation its user has discarded in another tab. */
  #checkItems({ event }: Command) {
    const named = event.type === 'start' ? event.subject : event.type === 'subject' ? event.change : {}
    for (const item of [named.projectId, named.taskId])
      if (typeof item === 'string' && !this.#audit.discardedItems.has(item) && !this.items.hasKnown(item))
        throw new Error(`Q3 a ${event.type} arrived before the project or task that it names`)
  }

  #handleMutation(request: QueuedRequest) {
    const { device } = this.#audit.receiveRequest(request)
    try {
      this.items.receive(request)
    } catch (error) {
      if (!(error instanceof ApiError) || (!this.#mayBeMissing(request) && !device.mayResend))
        throw new Error(`Q3 the server refused ${JSON.stringify(request)}`, { cause: error })
      throw error
    }
    return {}
  }

  /** An entry of the timer may disappear by a command that arrives late, and a deletion may arrive twice. */
  #mayBeMissing = ({ method, params }: QueuedRequest) =>
    method === 'DELETE' || (method === 'PUT' && !this.items.hasKnown(params!['id']!))

  #isEntryOfTimer = (id: string) =>
    focusSessionsAt(this.history, this.#now()).some(({ status, entryId }) => status === 'saved' && entryId === id)

  check = () => checkHistory(this.history, this.#now(), CONFIG.workMs)
}
