import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import type { Run } from '#core/timer/history.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { newId } from '#web/api/new-id.ts'
import { createCommandKind } from '#web/features/timer/commands/command-kind.ts'
import {
  applySnapshot,
  COMMAND,
  isNewerSnapshot,
  numberCommands,
  pendingOf,
  timerOf,
  withTimer,
} from '#web/features/timer/commands/stored-commands.ts'
import { createSubmitCommand, type SubmitCommandOptions } from '#web/features/timer/commands/submit-command.ts'
import { createSyncEngine, type SyncEngine } from '#web/sync/engine.ts'
import { createMutationKind, type Mutation, type QueuedRequest, sendOrEnqueue } from '#web/sync/mutations.ts'
import type { Operation, OperationKind, UserData } from '#web/sync/operation.ts'
import type { Storage } from '#web/sync/storage.ts'
import type { Tabs } from '#web/sync/tabs.ts'
import { addFaultToKind, type Fault } from './faults.ts'
import { predictedHistory } from './predicted-history.ts'

export type ServerRequest = { commands: readonly Command[] } | { mutation: QueuedRequest }

/** The device of a tab, as far as the tab needs it. */
export interface TabHost {
  fault: Fault | undefined
  isSyncEnabled: boolean
  session: { userId: () => string | undefined; onChange: (listener: () => void) => () => void }
  openDisk: (tab: SimulatedTab) => Promise<Storage>
  joinTabs: (tab: SimulatedTab) => Tabs
  /** The server's time as this device knows it. */
  clock: () => number
  request: (tab: SimulatedTab, request: ServerRequest) => Promise<unknown>
  onSend: (tab: SimulatedTab, operations: readonly Operation[]) => void
  /** `acknowledged`: the operations that the reply removes from the outbox. */
  onReply: (tab: SimulatedTab, acknowledged: readonly Operation[]) => void
  onRefused: (operations: readonly Operation[]) => void
  onShown: (tab: SimulatedTab, before: UserData | undefined, after: UserData) => void
}

/** An open page of the app: the real engine, kinds and prediction, without socket and user interface. */
export class SimulatedTab {
  readonly sync: SyncEngine
  readonly submit: ReturnType<typeof createSubmitCommand>
  /** The tasks that the engine has scheduled. */
  readonly timers = new Set<() => void>()
  readonly #host: TabHost
  #undoneHold = ''

  constructor(host: TabHost) {
    this.#host = host
    this.sync = createSyncEngine({
      openDisk: () => host.openDisk(this),
      tabs: host.joinTabs(this),
      session: host.session,
      onSent: (_sent, refused) => host.onRefused(refused.map(({ operation }) => operation)),
      runLater: (task) => {
        this.timers.add(task)
        return () => void this.timers.delete(task)
      },
    })
    const clock = { syncedNow: async () => host.clock() }
    this.submit = createSubmitCommand({ clock, sync: this.sync, whenFresh: async () => {} } as SubmitCommandOptions)
    this.#register(
      createCommandKind({
        send: (commands) => host.request(this, { commands }) as Promise<TimerReply>,
        isEnabled: () => host.isSyncEnabled,
        clockOffset: () => 0,
        onRejected: () => {},
      }),
    )
    this.#register(createMutationKind((mutation) => host.request(this, { mutation })))
    this.sync.store.subscribe((after, before) => {
      if (after.isRead) host.onShown(this, before.isRead ? before.data : undefined, after.data)
      if (after.user !== undefined && after.user !== before.user) void this.#ensureTimer()
    })
    this.sync.start()
  }

  #register<Payload>(kind: OperationKind<Payload>) {
    const faulty = addFaultToKind(kind, this.#host.fault, (edit) => this.sync.change((data) => [edit(data), undefined]))
    const send: typeof kind.send = async (operations, data) => {
      this.#host.onSend(this, operations)
      try {
        const edit = await faulty.send(operations, data)
        const left = new Set(edit({ operations, states: {} }).operations)
        this.#host.onReply(
          this,
          operations.filter((operation) => !left.has(operation)),
        )
        return edit
      } catch (error) {
        this.#host.onReply(this, [])
        throw error
      }
    }
    this.sync.register({ ...kind, send })
  }

  /** As the timer does when its session starts. */
  async #ensureTimer() {
    await this.sync.whenRead()
    if (this.sync.user() !== undefined) await this.sync.change((data) => [withTimer(data, newId()), undefined])
  }

  get data() {
    return this.sync.store.getState().data
  }

  get isRead() {
    return this.sync.store.getState().isRead
  }

  get isDurable() {
    return this.sync.store.getState().isDurable
  }

  stateAt = (now: number) => timerStateAt(predictedHistory(this.data), now)

  /** Returns true once for each hold. */
  startsToUndo({ id, heldAt }: Run) {
    const hold = `${id} ${heldAt}`
    const isNew = hold !== this.#undoneHold
    this.#undoneHold = hold
    return isNew
  }

  sendMutation = (mutation: Mutation) =>
    sendOrEnqueue(this.sync, mutation, async () => {
      for (const request of mutation.requests) await this.#host.request(this, { mutation: request })
    })

  /** As the timer's connection does. */
  async receiveSnapshot(snapshot: TimerSnapshot) {
    const known = timerOf(this.data)?.snapshot
    if (!this.#host.isSyncEnabled || this.sync.user() === undefined || !isNewerSnapshot(snapshot, known)) return
    await this.sync.change((data) => [applySnapshot(data, snapshot, 0), undefined])
  }

  /** The commands that a page sends when it is hidden, because it may not run again. */
  commandsOnPageHide() {
    if (!this.#host.isSyncEnabled || this.sync.user() === undefined) return []
    return numberCommands(this.data, pendingOf({ operations: this.sync.readyOf(COMMAND) }))
  }

  runTimers() {
    const tasks = [...this.timers]
    this.timers.clear()
    for (const task of tasks) task()
  }

  close() {
    this.timers.clear()
    this.sync.stop()
  }
}
