import { newId } from '#web/api/new-id.ts'
import { isMutation, type Mutation, type QueuedRequest } from '#web/sync/mutations.ts'
import type { OwnItem, SimulatedDevice } from './device.ts'
import {
  ENTRIES,
  FIRST_PROJECTS,
  type ItemBody,
  type ItemServer,
  preferencesPath,
  PROJECTS,
  TASKS,
} from './item-server.ts'
import type { SimulatedTab } from './tab.ts'

/** `item`: which of the items that the tab shows. */
export type ItemAction = { item: number } & (
  | { type: 'create project' | 'rename project' | 'delete project' }
  | { type: 'create task' | 'complete task' }
  | { type: 'create entry' | 'edit entry' | 'edit entry of timer' | 'edit two entries' | 'delete entry' }
  | { type: 'change preferences' }
)

export interface Place {
  device: SimulatedDevice
  tab: SimulatedTab
  server: ItemServer
}

/** Finds an item that a tab shows as the user left it. The server has it, or its creation is in the outbox. */
export function findUsable(items: readonly OwnItem[], index: number, place: Place): OwnItem | undefined {
  const usable = items.filter((item) => isUsable(item, place))
  return usable[index % usable.length]
}

const isUsable = ({ id, isDeleted }: OwnItem, { device, tab, server }: Place) =>
  !isDeleted &&
  !device.busyItems.has(id) &&
  (server.has(id) || isCreatedIn(tab, id)) &&
  !hasUnknownChange(device, tab, id)

const isCreatedIn = ({ data }: SimulatedTab, id: string) =>
  data.operations.some((operation) => isMutation(operation) && operation.payload.isNew && operation.items.includes(id))

/** Whether a change of an item is pending that a tab does not show. A tab that is still reading waits for it. */
const hasUnknownChange = (device: SimulatedDevice, tab: SimulatedTab, item: string) =>
  (tab.isRead || device.hasFailed) && device.unknownOperations(tab).some(({ items }) => items.includes(item))

interface Choice extends Place {
  item: number
  version: number
  /** The entries of the timer that the tab shows. */
  timerEntries: readonly string[]
}

/** The mutation for an action, or undefined if the tab has no item for it. */
export const toMutation = ({ type, item }: ItemAction, choice: Omit<Choice, 'item'>) =>
  MUTATIONS[type]({ ...choice, item })

const MUTATIONS: Record<ItemAction['type'], (choice: Choice) => Mutation | undefined> = {
  'create project': ({ device, version }) => create(PROJECTS, device.projects, device, { version }),
  'rename project': (choice) => update(PROJECTS, [findId(choice.device.projects, choice)], choice.version),
  'delete project': (choice) => remove(PROJECTS, findUnused(choice.device.projects, choice)),
  'create task': ({ device, version }) => create(TASKS, device.tasks, device, { version }),
  'complete task': (choice) => update(TASKS, [findId(choice.device.tasks, choice)], choice.version),
  'create entry': createEntry,
  'edit entry': (choice) => update(ENTRIES, [findId(choice.device.entries, choice)], choice.version),
  'edit entry of timer': ({ timerEntries, item, version, device, tab }) => {
    const free = timerEntries.filter((id) => !device.busyItems.has(id) && !hasUnknownChange(device, tab, id))
    return update(ENTRIES, [free[item % free.length]], version)
  },
  'edit two entries': (choice) => {
    const ids = [0, 1].map((offset) => findId(choice.device.entries, { ...choice, item: choice.item + offset }))
    return update(ENTRIES, [...new Set(ids)], choice.version)
  },
  'delete entry': (choice) => remove(ENTRIES, findUnused(choice.device.entries, choice)),
  'change preferences': ({ device, version }) => changePreferences(device, version),
}

const findId = (items: readonly OwnItem[], choice: Choice) => findUsable(items, choice.item, choice)?.id

const findUnused = (items: readonly OwnItem[], choice: Choice) =>
  findUsable(
    items.filter(({ isUsed }) => !isUsed),
    choice.item,
    choice,
  )

function createEntry(choice: Choice) {
  const { device, item, version } = choice
  const project = findUsable(device.projects, item, choice)
  if (project !== undefined) project.isUsed = true
  return create(ENTRIES, device.entries, device, { version, projectId: project?.id ?? FIRST_PROJECTS[0]! })
}

type Path = QueuedRequest['path']

type Change = Pick<Mutation, 'requests' | 'optimisticPatch' | 'isNew' | 'replaces'>

const complete = (list: string, change: Change): Mutation => ({
  list,
  ...change,
  failure: 'error.generic' as Mutation['failure'],
})

function create(path: Path, items: OwnItem[], device: SimulatedDevice, body: ItemBody) {
  const id = newId()
  items.push({ id, createdAt: device.clock(), isUsed: false, isDeleted: false })
  const requests: QueuedRequest[] = [{ method: 'POST', path, body: { ...body, id } }]
  return complete(path, { requests, optimisticPatch: { [id]: {} }, isNew: true })
}

function update(path: Path, ids: readonly (string | undefined)[], version: number) {
  const found = ids.filter((id) => id !== undefined)
  if (found.length === 0) return undefined
  const toRequest = (id: string): QueuedRequest => ({
    method: 'PUT',
    path: `${path}/:id`,
    params: { id },
    body: { version },
  })
  return complete(path, {
    requests: found.map(toRequest),
    optimisticPatch: Object.fromEntries(found.map((id) => [id, {}])),
  })
}

function remove(path: Path, item: OwnItem | undefined) {
  if (item === undefined) return undefined
  item.isDeleted = true
  const requests: QueuedRequest[] = [{ method: 'DELETE', path: `${path}/:id`, params: { id: item.id } }]
  return complete(path, { requests, optimisticPatch: { [item.id]: null } })
}

function changePreferences({ index, busyItems }: SimulatedDevice, version: number) {
  const path = preferencesPath(index)
  if (busyItems.has(path)) return undefined
  return complete(path, { requests: [{ method: 'PUT', path, body: { version } }], optimisticPatch: {}, replaces: true })
}
