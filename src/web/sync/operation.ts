/** Something that the user did and that the server has not acknowledged yet. */
export interface Operation<Payload = unknown> {
  id: string
  kind: string
  /** The ids of the items that it creates, changes or refers to. */
  items: readonly string[]
  /** The ids of operations of other kinds that must be sent before it. */
  after: readonly string[]
  payload: Payload
}

/** All that a device stores for one user, beside cached replies. */
export interface UserData {
  /** The outbox, oldest first. Operations of one kind are sent in this order. */
  operations: readonly Operation[]
  /** A value for each kind that needs one. */
  states: Readonly<Record<string, unknown>>
}

/** A change of stored data. It must be pure, because it may run again on newer data. */
export type Edit = (data: UserData) => UserData

/** Tells the engine how to send one kind of operation. How it shows before that is up to those who read the outbox. */
export interface OperationKind<Payload> {
  name: string
  /** False while its operations may not be sent. Others do not wait for them meanwhile. */
  isEnabled?: () => boolean
  /** How many of the ready operations one request carries; one by default. */
  batchSize?: (ready: readonly Operation<Payload>[]) => number
  /** Sends operations. Resolves with the edit that removes those that the server has acknowledged. */
  send: (operations: readonly Operation<Payload>[], data: UserData) => Promise<Edit>
}

export const EMPTY_DATA: UserData = { operations: [], states: {} }

export type NewOperation<Payload = unknown> = Omit<Operation<Payload>, 'after'>

/** Adds an operation to the outbox, after the last one of every other kind that is about the same item. */
export const append = (data: UserData, operation: NewOperation): UserData => ({
  ...data,
  operations: [...data.operations, { ...operation, after: findPredecessors(data.operations, operation) }],
})

function findPredecessors(operations: readonly Operation[], { kind, items }: NewOperation) {
  const lastByKind = new Map<string, string>()
  for (const earlier of operations)
    if (earlier.kind !== kind && earlier.items.some((item) => items.includes(item)))
      lastByKind.set(earlier.kind, earlier.id)
  return [...lastByKind.values()]
}

/** Returns the same data if it has none of the operations. */
export function remove(data: UserData, ids: readonly string[]): UserData {
  const operations = data.operations.filter(({ id }) => !ids.includes(id))
  return operations.length === data.operations.length ? data : { ...data, operations }
}

type IsEnabled = (kind: string) => boolean

/** Whether an operation that is not in the outbox would have to wait for others. Disabled kinds block nothing. */
export function mustWait({ operations }: UserData, operation: NewOperation, isEnabled: IsEnabled) {
  const enabled = operations.filter(({ kind }) => isEnabled(kind))
  return enabled.some(({ kind }) => kind === operation.kind) || findPredecessors(enabled, operation).length > 0
}

/** The first operations of a kind that wait for no other kind. Disabled kinds block nothing, as they may wait for long. */
export function findReady({ operations }: UserData, kind: string, isEnabled: IsEnabled): readonly Operation[] {
  const waiting = new Set(operations.filter((operation) => isEnabled(operation.kind)).map(({ id }) => id))
  const queue = operations.filter((operation) => operation.kind === kind)
  const blocked = queue.findIndex(({ after }) => after.some((id) => waiting.has(id)))
  return blocked === -1 ? queue : queue.slice(0, blocked)
}

/**
 * Repeats the changes of a tab that worked in memory, from `before` to `after`, on data that other tabs may have changed.
 * An operation that was there before and is not on disk any more was sent by another tab.
 */
export function rebase(onDisk: UserData, before: UserData, after: UserData): UserData {
  if (before === after) return onDisk
  const [known, left, stored] = [before, after, onDisk].map(toIds) as [Ids, Ids, Ids]
  const isNew = ({ id }: Operation) => !known.has(id) && !stored.has(id)
  return {
    operations: [
      ...onDisk.operations.filter(({ id }) => left.has(id) || !known.has(id)),
      ...after.operations.filter(isNew),
    ],
    states: rebaseStates(onDisk.states, before.states, after.states),
  }
}

type Ids = ReadonlySet<string>
const toIds = ({ operations }: UserData): Ids => new Set(operations.map(({ id }) => id))

type States = UserData['states']

function rebaseStates(onDisk: States, before: States, after: States): States {
  const isChanged = (name: string) => before[name] !== after[name]
  return Object.fromEntries([
    ...Object.entries(onDisk).filter(([name]) => !isChanged(name)),
    ...Object.entries(after).filter(([name]) => isChanged(name)),
  ])
}
