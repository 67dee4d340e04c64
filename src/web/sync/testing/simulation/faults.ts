import { type Operation, type OperationKind, remove, type UserData } from '#web/sync/operation.ts'
import type { Tabs } from '#web/sync/tabs.ts'

/** Faults that a correct simulation detects. Each is planted around the engine, not in it. */
export const FAULTS = [
  'an acknowledgement removes the next operation too',
  'operations are removed before they are sent',
  'acknowledgements are ignored',
  'operations are sent without the lock',
  'a new operation is put before the others',
  'operations forget what they wait for',
  'a full disk seems to store',
  'acknowledged operations return after a storage failure',
] as const

export type Fault = (typeof FAULTS)[number]

type ChangeData = (edit: (data: UserData) => UserData) => Promise<unknown>

export function addFaultToKind<Payload>(
  kind: OperationKind<Payload>,
  fault: Fault | undefined,
  change: ChangeData,
): OperationKind<Payload> {
  const send: OperationKind<Payload>['send'] = async (operations, data) => {
    const ids = operations.map(({ id }) => id)
    if (fault === 'operations are removed before they are sent') await change((data) => remove(data, ids))
    const edit = await kind.send(operations, data)
    if (fault === 'acknowledgements are ignored') return (data) => data
    if (fault === 'an acknowledgement removes the next operation too')
      return (data) => {
        const after = edit(data)
        const next = after.operations.find((operation) => operation.kind === kind.name)
        return next === undefined ? after : remove(after, [next.id])
      }
    return edit
  }
  return { ...kind, send }
}

export const addFaultToTabs = (tabs: Tabs, fault: Fault | undefined): Tabs =>
  fault === 'operations are sent without the lock' ? { ...tabs, withLock: (task) => task() } : tabs

/** Returns a function that changes data on its way to the disk. */
export function createDataFault(fault: Fault | undefined) {
  const removed = new Map<string, Operation>()
  let hasFailed = false

  function bringBack(before: UserData, after: UserData, isFailing: boolean): UserData {
    const isOver = hasFailed && !isFailing
    hasFailed = isFailing
    if (isOver) return { ...after, operations: [...removed.values(), ...after.operations] }
    const left = new Set(after.operations.map(({ id }) => id))
    for (const operation of before.operations) if (!left.has(operation.id)) removed.set(operation.id, operation)
    return after
  }

  return (before: UserData, after: UserData, isFailing: boolean): UserData => {
    if (fault === 'acknowledged operations return after a storage failure') return bringBack(before, after, isFailing)
    if (after === before) return after
    if (fault === 'operations forget what they wait for')
      return { ...after, operations: after.operations.map((operation) => ({ ...operation, after: [] })) }
    if (fault === 'a new operation is put before the others' && after.operations.length > before.operations.length)
      return { ...after, operations: [after.operations.at(-1)!, ...after.operations.slice(0, -1)] }
    return after
  }
}
