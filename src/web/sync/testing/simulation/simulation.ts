import { ReferenceTimer } from '#core/timer/testing/reference-timer.ts'
import { toVisibleState } from '#core/timer/testing/displayed-work.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { ApiError, isServerUnreachable } from '#web/api/api-error.ts'
import type { PendingCommand } from '#core/timer/device/prediction.ts'
import { COMMAND } from '#web/features/timer/commands/stored-commands.ts'
import { isMutation } from '#web/sync/mutations.ts'
import type { Operation, UserData } from '#web/sync/operation.ts'
import { SimulatedDevice, type World } from './device.ts'
import { DisplayRecord } from './display-record.ts'
import type { Fault } from './faults.ts'
import { type ItemAction, toMutation } from './item-user.ts'
import { type Message, Network } from './network.ts'
import { OperationAudit } from './operation-audit.ts'
import { predictedHistory } from './predicted-history.ts'
import { SimulatedServer, toSnapshot } from './server.ts'
import type { Scenario, Step, StepOf } from './steps.ts'
import type { ServerRequest, SimulatedTab } from './tab.ts'
import { chooseItems, timerEntriesSeenOn, toCommandInput } from './timer-user.ts'

/** A user needs some time between two actions. */
const MIN_ACTION_GAP_MS = 250
const MAX_TABS = 2
/** More than any step needs. */
const MAX_TURNS = 1_000

/** Devices with the real sync engine, a network and a server. Each step is one event; then everything that can run runs. */
export class Simulation implements World {
  now = 1_700_000_000_000
  step = 0
  readonly scenario: Scenario
  readonly audit = new OperationAudit()
  readonly network = new Network()
  readonly server = new SimulatedServer(this.audit, () => this.now)
  readonly devices: readonly SimulatedDevice[]
  readonly reference = new ReferenceTimer()
  /** Undefined if the devices may display something else than the server will have. */
  displays: DisplayRecord | undefined
  #lastSeenAt = this.now
  #failure: unknown
  /** The last command of an informed user. */
  #lastCommandId: string | undefined
  #version = 0
  /** The tab in which an informed user waits for the effect of an action. */
  #waitsIn: SimulatedTab | undefined

  constructor(scenario: Scenario, fault: Fault | undefined) {
    const { devices, skews, user } = scenario
    this.scenario = scenario
    this.devices = Array.from(
      { length: devices },
      (_, index) => new SimulatedDevice(this, { index, skew: skews[index % skews.length] ?? 0, fault }),
    )
    const hasTrueClocks = skews.every((skew) => skew === 0)
    this.displays = user === 'free' && hasTrueClocks ? new DisplayRecord(devices) : undefined
  }

  get isInformed() {
    return this.scenario.user === 'informed'
  }

  fail = (error: unknown) => void (this.#failure ??= error)

  /** Lets everything run that waits for nothing but the processor, prompt disks and other tabs. */
  async drain() {
    let isActive = true
    for (let turns = 0; isActive; turns++) {
      if (turns > MAX_TURNS) throw new Error('I4 the tabs of a device never come to rest')
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#failure !== undefined) throw this.#failure
      isActive = this.devices.map((device) => device.runPromptTasks() || this.#undoHolds(device)).includes(true)
    }
    for (const device of this.devices) {
      device.noteStorageFailure()
      device.checkErased()
    }
  }

  async run(step: Step) {
    this.step += 1
    this.#perform(step)
    await this.drain()
  }

  #perform(step: Step) {
    const handle = this.#handlers[step.kind] as (step: Step) => unknown
    handle(step)
  }

  readonly #handlers: { [Kind in Step['kind']]: (step: StepOf<Kind>) => unknown } = {
    wait: ({ ms }) => this.wait(ms),
    action: (step) => this.#act(step),
    item: (step) => this.#inTab(step, (device, tab) => this.#changeItem(device, tab, step.action)),
    network: (step) => this.setOnline(this.#deviceOf(step), step.isOnline),
    'all devices disconnect': () => this.devices.forEach((device) => this.setOnline(device, false)),
    send: (step) => this.#inTab(step, (_device, tab) => tab.sync.retryNow()),
    poll: (step) => this.poll(this.#deviceOf(step)),
    deliver: (step) => this.#deliverOne(step),
    sweep: () => this.#sweep(),
    'server crash': (step) => this.#crashServer(step),
    timers: (step) => this.#inTab(step, (_device, tab) => tab.runTimers()),
    disk: (step) => (this.#deviceOf(step).disk.mode = step.mode),
    commit: (step) => this.#deviceOf(step).disk.commitNext(),
    crash: (step) => this.#inTab(step, (device, tab) => this.#crashTab(device, tab, step)),
    open: (step) => this.#deviceOf(step).tabs.length < MAX_TABS && this.#deviceOf(step).openTab(),
    session: (step) => this.#setSignedIn(this.#deviceOf(step), step.isSignedIn),
    sync: (step) => this.setSyncEnabled(this.#deviceOf(step), step.isEnabled),
    discard: (step) => this.#inTab(step, (device, tab) => this.#discard(device, tab)),
  }

  #deviceOf = (step: { device: number }) => this.devices[step.device % this.devices.length]!

  #inTab(step: { device: number; tab: number }, run: (device: SimulatedDevice, tab: SimulatedTab) => void) {
    const device = this.#deviceOf(step)
    const tab = device.tabs[step.tab % device.tabs.length]
    if (tab !== undefined) run(device, tab)
  }

  wait(ms: number) {
    const from = this.now
    this.now += ms
    this.displays?.add(this.server.history, this.devices, from, this.now)
    if (this.#isUserPresent()) this.#lastSeenAt = this.now
  }

  #isUserPresent = () => this.devices.some(({ isConnected }) => isConnected)

  #act({ device: wanted, tab: wantedTab, action }: StepOf<'action'>) {
    this.wait(MIN_ACTION_GAP_MS)
    const place = this.isInformed ? this.#findTrueTab(wanted, wantedTab) : this.#findTab(wanted, wantedTab)
    if (place === undefined || this.#waitsIn !== undefined) return
    const [device, tab] = place
    if (action.type === 'dismiss' && this.isInformed && !this.#showsReferenceRun(tab)) return
    const choice = chooseItems(action, device, tab, this.server.items)
    if (this.isInformed) this.#waitsIn = tab
    const submitted = tab.submit((view) => toCommandInput(action, choice, view))
    submitted.then(() => this.#stopWaiting(tab), this.fail)
  }

  #stopWaiting(tab: SimulatedTab) {
    if (this.#waitsIn === tab) this.#waitsIn = undefined
  }

  /** Two complete runs look the same to the user. */
  #showsReferenceRun = ({ data }: SimulatedTab) => predictedHistory(data).runs.at(-1)?.id === this.reference.runId

  #findTab(wanted: number, wantedTab: number): [SimulatedDevice, SimulatedTab] | undefined {
    const device = this.devices[wanted % this.devices.length]!
    if (!device.isSignedIn) return undefined
    return [device, device.tabs[wantedTab % device.tabs.length] ?? device.openTab()]
  }

  /** An informed user uses the first tab that shows the true state. */
  #findTrueTab(wanted: number, wantedTab: number): [SimulatedDevice, SimulatedTab] | undefined {
    const truth = toVisibleState(this.reference.stateAt(this.now))
    const { length } = this.devices
    for (let offset = 0; offset < length; offset++) {
      const device = this.devices[(wanted + offset) % length]!
      // The next transaction may show something newer.
      if (device.disk.isBusy) continue
      const tabs = wantedTab === 0 ? device.tabs : device.tabs.toReversed()
      const tab = tabs.find(
        (tab) => tab.isRead && toVisibleState(tab.stateAt(this.now)) === truth && this.#knowsLastCommand(tab),
      )
      if (tab !== undefined) return [device, tab]
    }
    return undefined
  }

  /** An undo may restore the state that a tab without the last commands still shows. */
  #knowsLastCommand({ data }: SimulatedTab) {
    const id = this.#lastCommandId
    return (
      id === undefined ||
      predictedHistory(data)
        .runs.at(-1)
        ?.log.some((entry) => entry.id === id) === true
    )
  }

  onAdded(device: SimulatedDevice, { id, kind, payload }: Operation, data: UserData) {
    if (!this.isInformed || kind !== COMMAND) return
    const { event, sawWait } = payload as PendingCommand
    // The hold was wrong, because the user was there. The reference timer has none.
    if (event.type === 'resume' && sawWait) return
    if (event.type === 'dismiss' && event.runId !== this.reference.runId) return
    this.reference.apply(event)
    this.#lastCommandId = id
    // A switch adds two commands at once.
    if (data.operations.at(-1)?.id !== id) return
    const shown = timerStateAt(predictedHistory(data), this.now)
    if (toVisibleState(shown) !== toVisibleState(this.reference.stateAt(this.now)))
      throw new Error(`I4 an action on device ${device.index} shows another state than the reference timer`)
  }

  /** Returns whether a hold is being lifted. */
  #undoHolds = (device: SimulatedDevice) =>
    this.isInformed && device.tabs.map((tab) => this.#undoHold(device, tab)).includes(true)

  /** A tab that was open when work began lifts the hold from its beginning, unless it misses what the user did. */
  #undoHold(device: SimulatedDevice, tab: SimulatedTab) {
    const run = tab.isRead ? predictedHistory(tab.data).runs.at(-1) : undefined
    if (run === undefined || run.heldAt === null) return false
    const isMissingCommands = device.unknownOperations(tab).some(({ kind }) => kind === COMMAND)
    if (isMissingCommands || !tab.startsToUndo(run)) return false
    tab.submit(() => ({ type: 'resume' }), { at: run.heldAt, isSnapshotFresh: true }).catch(this.fail)
    return true
  }

  #changeItem(device: SimulatedDevice, tab: SimulatedTab, action: ItemAction) {
    if (!device.isSignedIn) return
    const entries = action.type === 'edit entry of timer' ? timerEntriesSeenOn(device, tab) : []
    const mutation = toMutation(action, {
      device,
      tab,
      server: this.server.items,
      version: ++this.#version,
      timerEntries: entries.map(({ entryId }) => entryId).filter((id) => !this.#isOwnEntry(id)),
    })
    if (mutation === undefined) return
    const pending = [...device.disk.data.operations, ...tab.data.operations]
    this.audit.addMutation({ device, tab, step: this.step }, mutation, pending)
    const items = [mutation.list, ...Object.keys(mutation.optimisticPatch)]
    for (const item of items) device.busyItems.set(item, tab)
    const free = () => {
      for (const item of items) if (device.busyItems.get(item) === tab) device.busyItems.delete(item)
    }
    // A page shows the error of a request that was refused, and its user gives up.
    tab.sendMutation(mutation).then(free, (error: unknown) => {
      if (!(error instanceof ApiError)) this.fail(error)
      if (isServerUnreachable(error)) this.fail(new Error('Q2 a mutation was not queued'))
      free()
    })
  }

  /** Only the device that has created an entry edits it, so that the result does not depend on the order of devices. */
  #isOwnEntry = (id: string) => this.devices.some(({ entries }) => entries.some((entry) => entry.id === id))

  /**
   * An informed user signs out only after an action has had its effect. Otherwise the command may be in the memory of a
   * tab that shows nothing, and appear with the next sign-in, after later actions on other devices.
   */
  #setSignedIn(device: SimulatedDevice, isSignedIn: boolean) {
    const waitsHere = this.#waitsIn !== undefined && device.tabs.includes(this.#waitsIn)
    if (isSignedIn || !waitsHere) device.setSignedIn(isSignedIn)
  }

  setOnline(device: SimulatedDevice, isOnline: boolean) {
    device.isOnline = isOnline
    if (!isOnline) this.network.lose((message) => message.device === device)
  }

  setSyncEnabled(device: SimulatedDevice, isEnabled: boolean) {
    if (device.isSyncEnabled === isEnabled) return
    device.isSyncEnabled = isEnabled
    if (!isEnabled) return
    device.enabledAt = this.step
    this.poll(device)
    for (const tab of device.tabs) tab.sync.retryNow()
  }

  poll(device: SimulatedDevice) {
    const { history } = this.server
    if (device.isConnected) this.network.send({ to: 'device', device, history, now: this.now })
  }

  #crashTab(device: SimulatedDevice, tab: SimulatedTab, { requests, isHidden, reopens }: StepOf<'crash'>) {
    // The reference timer has the commands of an informed user, so they must not be lost.
    if (this.isInformed && this.audit.hasUnsavedOperations(tab, COMMAND)) return
    // The device has lost what the user did last, and the server may receive it.
    if (this.audit.hasUnsavedOperations(tab, COMMAND) && (isHidden || requests !== 'lost')) this.displays = undefined
    const commands = isHidden ? tab.commandsOnPageHide() : []
    if (commands.length > 0) this.network.send({ to: 'server', device, request: { commands }, exchange: undefined })
    for (const message of this.network.dropTab(tab, requests)) this.#receive(message)
    device.crashTab(tab)
    this.#stopWaiting(tab)
    if (reopens) device.openTab()
  }

  /** The user deletes unsent operations while nothing else happens. */
  #discard(device: SimulatedDevice, tab: SimulatedTab) {
    const { disk } = device
    if (!device.isSignedIn || !tab.isDurable || disk.mode !== 'prompt' || disk.isBusy) return
    const discarded = [...disk.data.operations, ...tab.data.operations]
    this.audit.discard(discarded)
    const items = new Set(discarded.filter(isMutation).flatMap((operation) => operation.items))
    for (const item of [...device.projects, ...device.tasks, ...device.entries]) item.isDeleted ||= items.has(item.id)
    // The server may already have received a discarded command.
    if (discarded.some(({ kind }) => kind === COMMAND)) this.displays = undefined
    tab.sync.discard().catch(this.fail)
  }

  request = (device: SimulatedDevice, tab: SimulatedTab, request: ServerRequest) =>
    this.network.request(device, tab, request)

  #deliverOne(step: StepOf<'deliver'>) {
    const { messages } = this.network
    const chosen = messages[step.message % messages.length]
    if (chosen?.to === 'server') return this.#deliverRequest(chosen, step)
    if (chosen === undefined || step.lost) return this.network.lose((other) => other === chosen)
    this.network.remove(chosen)
    this.deliver(chosen)
  }

  #deliverRequest(message: Message & { to: 'server' }, { again, lost, isBusy }: StepOf<'deliver'>) {
    // A mutation has no number, so that a second one must not arrive after others.
    const stays = again && 'commands' in message.request
    if (lost) return stays ? undefined : this.network.lose((other) => other === message)
    if (!stays) this.network.remove(message)
    if (isBusy) return message.exchange?.reject(new ApiError('rate-limited', { status: 429 }))
    if (again && !stays) this.#receive(message)
    this.deliver(message)
  }

  deliver(message: Message) {
    switch (message.to) {
      case 'server': {
        const reply = this.#receive(message)
        if (message.exchange !== undefined)
          this.network.send({ ...message, ...reply, to: 'tab', exchange: message.exchange })
        return
      }
      case 'tab': {
        const { reply, isFailure, exchange, seen } = message
        if (seen !== undefined) message.device.see(seen, this.now)
        return isFailure ? exchange.reject(reply as ApiError) : exchange.resolve(reply)
      }
      case 'device': {
        const { device, history, now } = message
        if (!device.isConnected) return
        device.see(history, now)
        for (const tab of device.tabs) tab.receiveSnapshot(toSnapshot(history, now)).catch(this.fail)
      }
    }
  }

  /** Lets the server handle a request. Returns its reply. */
  #receive(message: Message) {
    if (message.to !== 'server') throw new Error('only requests go to the server')
    const { revision } = this.server.history
    const isForTimer = 'commands' in message.request
    if (isForTimer) this.#lastSeenAt = this.now
    try {
      const reply = this.server.handle(message.request)
      if (this.server.history.revision !== revision) this.devices.forEach((device) => this.poll(device))
      return { reply, isFailure: false, ...(isForTimer && { seen: this.server.history }) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { reply: error, isFailure: true }
    }
  }

  #crashServer({ receives }: StepOf<'server crash'>) {
    if (receives) for (const message of this.network.messages) if (message.to === 'server') this.#receive(message)
    this.network.lose()
  }

  #sweep() {
    const { revision } = this.server.history
    if (this.scenario.holds && !this.#isUserPresent()) this.server.timer.hold(this.now, this.#lastSeenAt)
    if (this.server.history.revision !== revision) this.devices.forEach((device) => this.poll(device))
    this.server.check()
  }
}
