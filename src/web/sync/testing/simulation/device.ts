import type { TimerHistory } from '#core/timer/history.ts'
import { COMMAND, timerOf } from '#web/features/timer/commands/stored-commands.ts'
import { DISK_RETRY_MS } from '#web/sync/storage.ts'
import { EMPTY_DATA, type Operation, type UserData } from '#web/sync/operation.ts'
import { SimulatedDisk } from './disk.ts'
import { addFaultToTabs, type Fault } from './faults.ts'
import type { AuditedDevice, OperationAudit } from './operation-audit.ts'
import { TabGroup } from './tab-group.ts'
import { type ServerRequest, SimulatedTab, type TabHost } from './tab.ts'

const USER = 'user'

/** The rest of the simulation, as far as a device needs it. */
export interface World {
  now: number
  /** The number of the present step. */
  step: number
  readonly audit: OperationAudit
  request: (device: SimulatedDevice, tab: SimulatedTab, request: ServerRequest) => Promise<unknown>
  /** Called when the user has added an operation. `data` contains it. */
  onAdded: (device: SimulatedDevice, operation: Operation, data: UserData) => void
  fail: (error: unknown) => void
}

/** A project, task or time entry that the user of a device has created. */
export interface OwnItem {
  id: string
  createdAt: number
  /** A run or an entry refers to it, so the user does not delete it. */
  isUsed: boolean
  isDeleted: boolean
}

/** A browser: its disk, its session, and the tabs that are open. */
export class SimulatedDevice implements TabHost, AuditedDevice {
  readonly index: number
  readonly fault: Fault | undefined
  readonly disk: SimulatedDisk
  tabs: readonly SimulatedTab[] = []
  isOnline = true
  isSyncEnabled = true
  isSignedIn = true
  enabledAt = 0
  mayResend = false
  /** Until when a tab may work in memory after a storage failure. */
  failsUntil = 0
  /** The newest history of the server that this device has heard of: the user sees the entries of the timer in it. */
  seen: { history: TimerHistory; now: number } | undefined
  readonly projects: OwnItem[] = []
  readonly tasks: OwnItem[] = []
  readonly entries: OwnItem[] = []
  /** Items whose change the user waits for, in the tab of the form. */
  readonly busyItems = new Map<string, SimulatedTab>()
  readonly #world: World
  readonly #skew: number
  readonly #group = new TabGroup()
  readonly #listeners = new Set<() => void>()
  /** The tab whose engine waits for a reply. */
  #sender: SimulatedTab | undefined
  /** True if tabs were open at the last sign-out, and none has crashed since. */
  #erasesData = false

  constructor(world: World, { index, skew, fault }: { index: number; skew: number; fault: Fault | undefined }) {
    this.#world = world
    this.index = index
    this.#skew = skew
    this.fault = fault
    this.disk = new SimulatedDisk((before, after, tab) => {
      this.#follow(tab as SimulatedTab, before, after, true)
      // A tab without a disk starts anew, and its state replaces the stored one.
      if (!this.hasFailed) checkRevision(before, after)
    }, fault)
  }

  get hasFailed() {
    return this.failsUntil > 0
  }

  /** Whether the server counts the user as present because of this device. */
  get isConnected() {
    return this.isOnline && this.isSignedIn && this.isSyncEnabled && this.tabs.length > 0
  }

  clock = () => this.#world.now + this.#skew
  openDisk = (tab: SimulatedTab) => this.disk.open(tab)
  joinTabs = (tab: SimulatedTab) => addFaultToTabs(this.#group.join(tab), this.fault)
  request = (tab: SimulatedTab, request: ServerRequest) => this.#world.request(this, tab, request)

  readonly session = {
    userId: () => (this.isSignedIn ? USER : undefined),
    onChange: (listener: () => void) => {
      this.#listeners.add(listener)
      return () => void this.#listeners.delete(listener)
    },
  }

  /** A reply may arrive after a newer one. */
  see(history: TimerHistory, now: number) {
    if (this.seen === undefined || history.revision >= this.seen.history.revision) this.seen = { history, now }
  }

  setSignedIn(isSignedIn: boolean) {
    if (isSignedIn === this.isSignedIn) return
    this.isSignedIn = isSignedIn
    this.#erasesData = this.tabs.length > 0
    for (const listener of this.#listeners) listener()
  }

  openTab() {
    const tab = new SimulatedTab(this)
    this.tabs = [...this.tabs, tab]
    return tab
  }

  /** Ends a tab at once, without its promises, transactions and lock. */
  crashTab(tab: SimulatedTab) {
    // Signed out, a tab does not show whether it has something in memory.
    if (!tab.isDurable || (this.hasFailed && !tab.isRead)) this.mayResend = true
    this.tabs = this.tabs.filter((other) => other !== tab)
    this.#erasesData = false
    this.disk.dropTab(tab)
    this.#group.dropTab(tab)
    tab.close()
    if (this.#sender === tab) this.#sender = undefined
    for (const [item, owner] of this.busyItems) if (owner === tab) this.busyItems.delete(item)
    this.#world.audit.dropTab(tab)
  }

  /** Returns whether something happened. */
  runPromptTasks() {
    const hasPosts = this.#group.deliverPosts()
    return this.disk.commitPrompt() || hasPosts
  }

  /** Tabs that work in memory at the same time do not know of each other's acknowledgements. */
  noteStorageFailure() {
    if (this.disk.mode === 'failing') this.failsUntil = this.#world.now + DISK_RETRY_MS
    const isFailing = this.failsUntil >= this.#world.now || this.tabs.some((tab) => !tab.isDurable)
    if (isFailing && this.tabs.length > 1) this.mayResend = true
  }

  checkErased() {
    const { mode, isBusy, data } = this.disk
    if (this.isSignedIn || !this.#erasesData || this.hasFailed || mode !== 'prompt' || isBusy) return
    if (data.operations.length === 0 && Object.keys(data.states).length > 0)
      throw new Error('Y3 a sign-out left data on the device')
  }

  /** The data on disk, and that of each tab if it is another object. */
  distinctData = () => [
    ...new Set([this.disk.data, ...this.tabs.filter(({ isRead }) => isRead).map(({ data }) => data)]),
  ]

  /** Operations that are pending on this device, and that a tab does not show. */
  unknownOperations(tab: SimulatedTab) {
    const known = new Set(tab.data.operations.map(({ id }) => id))
    return this.distinctData().flatMap(({ operations }) => operations.filter(({ id }) => !known.has(id)))
  }

  onSend(tab: SimulatedTab, operations: readonly Operation[]) {
    this.#attempt(() => {
      if (this.#sender !== undefined) throw new Error('Q3 a device sent two requests at the same time')
      this.#sender = tab
      this.#checkMaySend(operations[0]!.kind)
      this.noteStorageFailure()
      this.#world.audit.checkSend(tab, operations, !tab.isDurable || this.failsUntil >= this.#world.now)
    })
  }

  #checkMaySend(kind: string) {
    if (!this.isSignedIn) throw new Error('Y3 a device sent something without a session')
    if (kind === COMMAND && !this.isSyncEnabled) throw new Error('Y12 a command was sent while sync was off')
  }

  onReply(tab: SimulatedTab, acknowledged: readonly Operation[]) {
    if (this.#sender === tab) this.#sender = undefined
    this.#world.audit.noteReply({ device: this, tab, step: this.#world.step }, acknowledged)
  }

  onRefused(operations: readonly Operation[]) {
    this.#attempt(() => this.#world.audit.checkRefused(operations))
  }

  onShown(tab: SimulatedTab, before: UserData | undefined, after: UserData) {
    this.#attempt(() => this.#follow(tab, before ?? EMPTY_DATA, after, false))
  }

  #follow(tab: SimulatedTab, before: UserData, after: UserData, isOnDisk: boolean) {
    const { audit, step } = this.#world
    for (const operation of audit.follow({ device: this, tab, step }, before, after, isOnDisk))
      this.#world.onAdded(this, operation, after)
  }

  /** The engine must not see the errors of checks. */
  #attempt(check: () => void) {
    try {
      check()
    } catch (error) {
      this.#world.fail(error)
    }
  }
}

/** A snapshot is replaced only by a newer one, except while the numbers of pending commands are corrected. */
function checkRevision(before: UserData, after: UserData) {
  const [known, next] = [before, after].map((data) => timerOf(data)?.snapshot?.revision ?? 0)
  const isErased = timerOf(after) === undefined
  if (next! < known! && !isErased && after.operations.length === 0) throw new Error('I5 a device went back in time')
}
