import { ApiError } from '#web/api/api-error.ts'
import type { QueuedRequest } from '#web/sync/mutations.ts'

/** The parts of a request's body that the server looks at. `version` tells the changes of an item apart. */
export interface ItemBody {
  id?: string
  projectId?: string
  version: number
}

export const PROJECTS = '/projects'
export const TASKS = '/tasks'
export const ENTRIES = '/time-entries'
/** Each device has its own address, so that the result does not depend on the order between devices. */
export const preferencesPath = (device: number) => `/preferences/${device}` as const
/** Projects that are on the server from the beginning. */
export const FIRST_PROJECTS = ['project', 'another']

/** Projects, tasks, time entries and preferences as the server keeps them. */
export class ItemServer {
  readonly versions = new Map<string, number>()
  readonly #everKnown = new Set<string>()
  readonly #isEntryOfTimer: (id: string) => boolean

  constructor(isEntryOfTimer: (id: string) => boolean = () => false) {
    this.#isEntryOfTimer = isEntryOfTimer
    for (const id of FIRST_PROJECTS) this.#set(id, 0)
  }

  has = (id: string) => this.versions.has(id)
  /** Whether the server has an item, or had it. */
  hasKnown = (id: string) => this.#everKnown.has(id)

  /** Fails as the server does. */
  receive(request: QueuedRequest) {
    const { id: newId, projectId, version } = (request.body ?? { version: 0 }) as ItemBody
    // Preferences have an address, and no id.
    const { id = newId ?? request.path } = request.params ?? {}
    if (request.method === 'POST') this.#create(id, projectId, version)
    else if (request.method === 'DELETE') this.#delete(id)
    else if (this.has(id) || id === request.path) this.#set(id, version)
    else if (!this.#isEntryOfTimer(id)) throw new ApiError('not-found', { status: 404 })
  }

  #delete(id: string) {
    if (!this.versions.delete(id)) throw new ApiError('not-found', { status: 404 })
  }

  #create(id: string, projectId: string | undefined, version: number) {
    if (projectId !== undefined && !this.has(projectId)) throw new ApiError('invalid', { status: 400 })
    if (!this.has(id)) this.#set(id, version)
  }

  #set(id: string, version: number) {
    this.versions.set(id, version)
    this.#everKnown.add(id)
  }
}
