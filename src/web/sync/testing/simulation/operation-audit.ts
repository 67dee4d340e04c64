import type { PendingCommand } from '#core/timer/device/prediction.ts'
import { COMMAND, timerOf } from '#web/features/timer/commands/stored-commands.ts'
import { isMutation, type Mutation, MUTATION, type QueuedRequest } from '#web/sync/mutations.ts'
import type { Operation, UserData } from '#web/sync/operation.ts'

/** The parts of a device on which it depends what its outbox guarantees. */
export interface AuditedDevice {
  /** True after a storage failure that may have made a tab send what another has sent before. */
  mayResend: boolean
  /** True after a storage failure. */
  hasFailed: boolean
  isSignedIn: boolean
  isSyncEnabled: boolean
  /** The step in which sync was last switched on again. */
  enabledAt: number
}

/** An operation from the user's action until the server has it. */
export interface UserOperation {
  kind: string
  items: readonly string[]
  mutation?: Mutation
  device: AuditedDevice
  tab: object
  /** The step in which the user made it. */
  madeAt: number
  /** It was made in a tab that had not read the outbox, and after a storage failure cannot. */
  isBlind: boolean
  /** Earlier operations about the same items that the tab knew of. */
  predecessors: readonly UserOperation[]
  /** It was in the outbox, on disk or in memory, so it must arrive. */
  isStored: boolean
  isOnDisk: boolean
  /** It left the outbox on disk because the server has it. */
  isAcknowledged: boolean
  /** The step in which the last acknowledgement arrived. */
  repliedAt: number
  /** A tab without a disk knew of the acknowledgement first, so that others may not know of it. */
  isAcknowledgedInMemory: boolean
  /** The tabs that know of the acknowledgement. */
  acknowledgedIn: Set<object>
  /** The revision of the server's timer after a command. */
  revision: number
  /** The requests of a mutation that the server has received. */
  receivedRequests: Set<QueuedRequest>
  isReceived: boolean
  /** The server has received a later operation about the same item. */
  isOvertaken: boolean
  /** Discarded, replaced, or lost with a tab that had it only in memory. */
  isExcused: boolean
}

interface Maker {
  device: AuditedDevice
  tab: { isDurable: boolean; isRead: boolean }
  step: number
}

/** Follows each operation, and throws if one is lost, reordered, or sent again after its acknowledgement. */
export class OperationAudit {
  /** In the order in which the users made them. */
  readonly operations: UserOperation[] = []
  /** Items that may have an older version, because of a discarded change or of a tab without a disk. */
  readonly revertedItems = new Set<string>()
  /** Items whose creation the user has deleted before it was acknowledged. */
  readonly discardedItems = new Set<string>()
  #byId = new Map<string, UserOperation>()
  #byPayload = new Map<unknown, UserOperation>()
  #byRequest = new Map<QueuedRequest, UserOperation>()
  #continuedEntries = new Map<string, string>()

  /** `pending`: the outbox of the device before the mutation. */
  addMutation(maker: Maker, mutation: Mutation, pending: readonly Operation[]) {
    const operation = this.#add(maker, { kind: MUTATION, payload: mutation }, pending)
    operation.mutation = mutation
    this.#byPayload.set(mutation, operation)
    for (const request of mutation.requests) this.#byRequest.set(request, operation)
    return operation
  }

  /** Compares the outbox before and after a change. Returns the operations that the user has added. */
  follow(maker: Maker, before: UserData, after: UserData, isOnDisk: boolean) {
    if (before.operations === after.operations) return []
    const added: Operation[] = []
    const beforeIds = new Set(before.operations.map(({ id }) => id))
    const afterIds = new Set(after.operations.map(({ id }) => id))
    for (const operation of before.operations)
      if (!afterIds.has(operation.id)) {
        const removed = this.#checkRemoved(this.#byId.get(operation.id), after)
        if (removed !== undefined) noteRemoval(removed, maker, isOnDisk)
      }
    for (const operation of after.operations)
      if (!beforeIds.has(operation.id)) {
        if (!this.#byId.has(operation.id)) added.push(operation)
        const known = this.#byId.get(operation.id) ?? this.#register(maker, operation, before.operations)
        known.isStored = true
        known.isOnDisk ||= isOnDisk
      }
    return added
  }

  #register(maker: Maker, operation: Operation, pending: readonly Operation[]) {
    const known = this.#byPayload.get(operation.payload) ?? this.#add(maker, operation, pending)
    this.#byId.set(operation.id, known)
    return known
  }

  #add(
    { device, tab, step }: Maker,
    { kind, payload }: Pick<Operation, 'kind' | 'payload'>,
    pending: readonly Operation[],
  ): UserOperation {
    const items =
      kind === COMMAND
        ? this.#itemsOfCommand(payload as PendingCommand)
        : Object.keys((payload as Mutation).optimisticPatch)
    const predecessors = pending
      .flatMap(({ id }) => this.#byId.get(id) ?? [])
      .filter((earlier) => earlier.items.some((item) => items.includes(item)))
    const operation: UserOperation = {
      kind,
      items,
      device,
      tab,
      predecessors,
      madeAt: step,
      isBlind: !tab.isRead,
      isStored: false,
      isOnDisk: false,
      receivedRequests: new Set(),
      isReceived: false,
      revision: 0,
      isOvertaken: false,
      repliedAt: 0,
      isAcknowledged: false,
      isAcknowledgedInMemory: false,
      acknowledgedIn: new Set(),
      isExcused: false,
    }
    this.operations.push(operation)
    return operation
  }

  /** The items that a command names, and the entry that its run continues. */
  #itemsOfCommand({ event }: PendingCommand) {
    const continued = event.type === 'start' ? event.continues?.entryId : this.#continuedEntries.get(event.runId)
    if (event.type === 'start' && continued !== undefined) this.#continuedEntries.set(event.runId, continued)
    const {
      projectId,
      taskId,
      tags = [],
    } = event.type === 'start' ? event.subject : event.type === 'subject' ? event.change : {}
    return [projectId, taskId, ...tags, continued].filter((item) => typeof item === 'string')
  }

  #checkRemoved(operation: UserOperation | undefined, after: UserData) {
    if (operation === undefined) throw new Error('Y2 an operation without an origin left the outbox')
    operation.isExcused ||= isReplaced(operation, after)
    if (operation.isExcused) return undefined
    if (!operation.isReceived) throw new Error(`Y2 a ${operation.kind} left the outbox before the server had it`)
    if (lacksEffect(operation, after)) throw new Error('I4 a command left the outbox before its effect was stored')
    return operation
  }

  /** `isInMemory`: the tab does not know what other tabs have stored on disk. */
  checkSend(tab: object, operations: readonly Operation[], isInMemory: boolean) {
    for (const { id, kind } of operations) {
      const { acknowledgedIn, isAcknowledged, isAcknowledgedInMemory } = this.#byId.get(id)!
      if (acknowledgedIn.has(tab) || (isAcknowledged && !isInMemory && !isAcknowledgedInMemory))
        throw new Error(`Y2 a ${kind} was sent again after its acknowledgement was stored`)
    }
  }

  /** Only an entry of the timer may be missing, because a command that arrived late has changed its run. */
  checkRefused(operations: readonly Operation[]) {
    for (const { id } of operations) {
      const operation = this.#byId.get(id)
      if (operation?.mutation?.requests[0]?.method !== 'PUT' && operation?.device.mayResend !== true)
        throw new Error(`Q4 a ${operation?.kind} was refused`)
    }
  }

  noteReply({ tab, step }: Maker, acknowledged: readonly Operation[]) {
    for (const { id } of acknowledged) {
      const operation = this.#byId.get(id)!
      operation.acknowledgedIn.add(tab)
      operation.repliedAt = step
    }
  }

  receiveCommand(id: string, revision: number) {
    const operation = this.#byId.get(id)
    if (operation === undefined) throw new Error('Y2 a command without an origin arrived')
    this.#checkOrder(operation)
    if (!operation.isReceived) operation.revision = revision
    operation.isReceived = true
  }

  receiveRequest(request: QueuedRequest) {
    const operation = this.#byRequest.get(request)
    if (operation === undefined) throw new Error('Q3 a mutation without an origin arrived')
    this.#checkOrder(operation)
    operation.receivedRequests.add(request)
    operation.isReceived = operation.receivedRequests.size === operation.mutation!.requests.length
    return operation
  }

  #checkOrder(operation: UserOperation) {
    const { kind, items, device, predecessors, isBlind, isOvertaken } = operation
    const isUninformed = isBlind && device.hasFailed
    if (isUninformed) device.mayResend = true
    const skipped = predecessors.find((earlier) => isAwaited(earlier) && !maySkip(earlier))
    if (skipped !== undefined && !isUninformed)
      throw new Error(`Q3 a ${kind} arrived before an earlier ${skipped.kind} about the same item`)
    for (const earlier of predecessors) earlier.isOvertaken = true
    if (!isOvertaken || kind !== MUTATION) return
    if (!device.mayResend) throw new Error('Q3 a mutation arrived again after a later one about its item')
    for (const item of items) this.revertedItems.add(item)
  }

  discard(operations: readonly Operation[]) {
    for (const { id } of operations) {
      const operation = this.#byId.get(id)
      if (operation === undefined) continue
      operation.isExcused = true
      // A request may be on its way.
      for (const item of [...operation.items, operation.mutation?.list ?? '']) this.revertedItems.add(item)
      if (operation.mutation?.isNew === true) for (const item of operation.items) this.discardedItems.add(item)
    }
  }

  /** Whether a tab has operations that would be lost with it. */
  hasUnsavedOperations = (tab: object, kind: string) =>
    this.operations.some((operation) => operation.kind === kind && operation.tab === tab && isInMemory(operation))

  dropTab(tab: object) {
    for (const operation of this.operations)
      if (operation.tab === tab && isInMemory(operation)) operation.isExcused = true
  }

  checkAllReceived() {
    const missing = this.operations.find(isAwaited)
    if (missing !== undefined) throw new Error(`Y2 a ${missing.kind} never reached the server`)
  }

  /** The requests that the server must have received, and those that it has received though it need not. */
  expectedRequests = () =>
    this.operations.flatMap((operation) =>
      (operation.mutation?.requests ?? []).filter(
        (request) => operation.receivedRequests.has(request) || isAwaited(operation),
      ),
    )
}

function noteRemoval(operation: UserOperation, { tab, device, step }: Maker, isOnDisk: boolean) {
  operation.acknowledgedIn.add(tab)
  operation.isAcknowledged ||= isOnDisk
  const isLate = isOnDisk ? device.hasFailed && operation.repliedAt < step : !tab.isDurable
  operation.isAcknowledgedInMemory ||= isLate
}

const isAwaited = ({ isStored, isExcused, isReceived }: UserOperation) => isStored && !isExcused && !isReceived

const isInMemory = ({ isStored, isOnDisk, isReceived }: UserOperation) => isStored && !isOnDisk && !isReceived

/** Signed out a device shows nothing, and a tab that worked in memory may have stored an older snapshot. */
const lacksEffect = ({ device, revision }: UserOperation, after: UserData) =>
  device.isSignedIn && !device.hasFailed && (timerOf(after)?.snapshot?.revision ?? Infinity) < revision

/** Mutations do not wait for commands while the user has sync switched off. */
const maySkip = ({ kind, device, madeAt }: UserOperation) =>
  kind !== MUTATION && (!device.isSyncEnabled || device.enabledAt > madeAt)

/** A later mutation of the same address replaces one that is still in the outbox. */
const isReplaced = ({ mutation }: UserOperation, { operations }: UserData) =>
  mutation?.replaces === true &&
  operations.filter(isMutation).some(({ payload }) => payload.requests[0]!.path === mutation.requests[0]!.path)
