import { EMPTY_DATA, type UserData } from '#web/sync/operation.ts'
import type { Changed, Storage, StorageEdit } from '#web/sync/storage.ts'
import { createDataFault, type Fault } from './faults.ts'

/** `slow`: a transaction waits until a step commits it. */
export type DiskMode = 'prompt' | 'slow' | 'failing'

interface Transaction {
  tab: object
  run: (mode: DiskMode) => void
}

type CommitListener = (before: UserData, after: UserData, tab: object) => void

/** The disk of a device, which its tabs share. Like IndexedDB it runs transactions in order, and returns copies. */
export class SimulatedDisk {
  mode: DiskMode = 'prompt'
  data: UserData = EMPTY_DATA
  #waiting: Transaction[] = []
  readonly #onCommit: CommitListener
  readonly #seemsToStore: boolean
  readonly #addFault: ReturnType<typeof createDataFault>

  constructor(onCommit: CommitListener, fault: Fault | undefined) {
    this.#onCommit = onCommit
    this.#seemsToStore = fault === 'a full disk seems to store'
    this.#addFault = createDataFault(fault)
  }

  async open(tab: object): Promise<Storage> {
    if (this.mode === 'failing' && !this.#seemsToStore) throw diskIsFull()
    return { change: (_user, edit) => this.#change(tab, edit) }
  }

  #change<Result>(tab: object, edit: StorageEdit<Result>) {
    return new Promise<Changed<Result>>((resolve, reject) => {
      const run = (mode: DiskMode) => {
        const before = copyOf(this.data)
        const [edited, result] = edit(before)
        const isFailing = mode === 'failing'
        const data = this.#addFault(before, edited, isFailing)
        if (isFailing && !this.#seemsToStore) return reject(diskIsFull())
        const isChanged = data !== before
        if (isChanged && !isFailing) {
          this.data = data
          this.#onCommit(before, data, tab)
        }
        resolve({ data, result, isChanged })
      }
      this.#waiting.push({ tab, run })
    })
  }

  get isBusy() {
    return this.#waiting.length > 0
  }

  /** Commits the first transaction that waits. */
  commitNext() {
    this.#waiting.shift()?.run(this.mode)
  }

  /** Commits every transaction that waits, unless the disk is slow. Returns whether there was one. */
  commitPrompt() {
    if (this.mode === 'slow' || this.#waiting.length === 0) return false
    while (this.#waiting.length > 0) this.commitNext()
    return true
  }

  /** Loses the transactions of a tab that were not committed. */
  dropTab(tab: object) {
    this.#waiting = this.#waiting.filter((transaction) => transaction.tab !== tab)
  }
}

const diskIsFull = () => new DOMException('The disk is full', 'QuotaExceededError')

const copyOf = ({ operations, states }: UserData): UserData => ({
  operations: operations.map((operation) => ({ ...operation })),
  states: Object.fromEntries(Object.entries(states).map(([name, state]) => [name, { ...(state as object) }])),
})
