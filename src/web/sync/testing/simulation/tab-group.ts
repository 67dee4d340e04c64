import type { Tabs } from '#web/sync/tabs.ts'

interface LockRequest {
  tab: object
  run: () => Promise<void>
}

/** The tabs of one device: their lock, and the messages between them. */
export class TabGroup {
  #listeners = new Map<object, () => void>()
  #posts = new Set<object>()
  #holder: LockRequest | undefined
  #waiting: LockRequest[] = []

  join(tab: object): Tabs {
    return {
      withLock: (task) => this.#withLock(tab, task),
      post: () => {
        for (const other of this.#listeners.keys()) if (other !== tab) this.#posts.add(other)
      },
      onPost: (listener) => void this.#listeners.set(tab, listener),
      close: () => this.dropTab(tab),
    }
  }

  /** Returns whether there was a message. */
  deliverPosts() {
    const tabs = [...this.#posts]
    this.#posts.clear()
    for (const tab of tabs) this.#listeners.get(tab)?.()
    return tabs.length > 0
  }

  /** A browser releases the lock of a tab that it closes. */
  dropTab(tab: object) {
    this.#listeners.delete(tab)
    this.#posts.delete(tab)
    this.#waiting = this.#waiting.filter((request) => request.tab !== tab)
    if (this.#holder?.tab === tab) this.#release(this.#holder)
  }

  #withLock<Result>(tab: object, task: () => Promise<Result>) {
    return new Promise<Result>((resolve, reject) => {
      const request: LockRequest = {
        tab,
        run: async () => {
          await task().then(resolve, reject)
          this.#release(request)
        },
      }
      this.#waiting.push(request)
      this.#grantLock()
    })
  }

  #release(request: LockRequest) {
    if (this.#holder !== request) return
    this.#holder = undefined
    this.#grantLock()
  }

  #grantLock() {
    if (this.#holder !== undefined) return
    this.#holder = this.#waiting.shift()
    void this.#holder?.run()
  }
}
