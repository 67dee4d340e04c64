import type { Ack, Command } from '#core/timer/command.ts'
import { type FocusSession, focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { EMPTY_HISTORY, type Run, type TimerHistory } from '#core/timer/history.ts'
import { holdForAbsentUser } from '#core/timer/holds.ts'
import { mergeCommand } from '#core/timer/merge-command.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { type ChangeScope, changeScopeOf } from '#core/timer/affected-runs.ts'
import { elapsedAt, type TimerState } from '#core/timer/state.ts'
import { type Segment, subtractSegments, totalOf } from '#core/time/segments.ts'
import { MIN_FOCUS_SESSION_MS } from '#core/timer/transition.ts'
import {
  CONFIG,
  type Device,
  resumeIfHeld,
  receiveReply,
  createDevice,
  type UserAction,
  performAction,
  stateShownOn,
} from './simulated-device.ts'
import { StoredRuns, toComparableSet } from './stored-runs.ts'
import { ReferenceTimer } from './reference-timer.ts'
import {
  intersectSegments,
  isBreakOrHeldAt,
  toVisibleState,
  focusSessionsOfRunAlone,
  type DisplayedSegment,
  displayedWork,
} from './displayed-work.ts'
import { LateCommandAudit } from './late-command-audit.ts'
import type { Scenario, Step } from './steps.ts'

/** A user needs some time between two actions. */
const MIN_ACTION_GAP_MS = 250

type Message =
  | { to: 'server'; device: number; commands: readonly Command[] }
  | { to: 'device'; device: number; acks: (Ack | undefined)[]; snapshot: TimerHistory }

class Simulation {
  now = 1_700_000_000_000
  history = EMPTY_HISTORY
  storedRuns = new StoredRuns()
  acks = new Map<string, Ack>()
  devices: Device[]
  messages: Message[] = []
  displayedByDevice: DisplayedSegment[][]
  displayedByServer: DisplayedSegment[] = []
  lastSeenAt = this.now
  reference = new ReferenceTimer()
  audit = new LateCommandAudit()
  #ids = 0
  readonly scenario: Scenario

  constructor(scenario: Scenario) {
    this.scenario = scenario
    this.devices = Array.from({ length: scenario.devices }, (_, index) =>
      createDevice(`device ${index}`, scenario.skews[index % scenario.skews.length] ?? 0),
    )
    this.displayedByDevice = this.devices.map(() => [])
  }

  newId = () => `00000000-0000-7000-8000-${(this.#ids += 0x100).toString(16).padStart(12, '0')}`
  clockOf = (device: Device) => this.now + device.skew

  run(step: Step) {
    switch (step.kind) {
      case 'wait':
        return this.wait(step.ms)
      case 'action':
        return this.act(step.device, step.action)
      case 'network':
        return this.switchNetwork(step.device % this.devices.length, step.isOnline)
      case 'all devices disconnect':
        return this.devices.forEach((_, index) => this.switchNetwork(index, false))
      case 'send':
        return this.send(step.device % this.devices.length)
      case 'poll':
        return this.reply(step.device % this.devices.length, [])
      case 'deliver':
        return this.deliverOne(step)
      case 'sweep':
        return this.sweep()
      case 'server crash':
        this.messages = []
        return
    }
  }

  wait(ms: number) {
    const from = this.now
    this.now += ms
    this.devices.forEach((device, index) => {
      this.displayedByDevice[index]!.push(...displayedWork(stateShownOn(device, from), from, this.now))
    })
    this.displayedByServer.push(...displayedWork(timerStateAt(this.history, from), from, this.now))
    if (this.devices.some(({ isOnline }) => isOnline)) this.lastSeenAt = this.now
  }

  act(wanted: number, action: UserAction) {
    this.wait(MIN_ACTION_GAP_MS)
    const index = this.deviceToUse(wanted)
    const device = this.devices[index]
    const after = device && performAction(device, action, this.clockOf(device), this.newId)
    if (after === undefined) return
    if (this.scenario.user === 'informed' && !this.applyToReference(after)) return
    this.devices[index] = after
  }

  /** Returns false for a `dismiss` of another run than the reference's: two complete runs look the same to the user. */
  applyToReference(device: Device) {
    const { event } = device.outbox.at(-1)!
    if (event.type === 'dismiss' && event.runId !== this.reference.runId) return false
    this.reference.apply(event)
    if (toVisibleState(stateShownOn(device, this.clockOf(device))) !== toVisibleState(this.reference.stateAt(this.now)))
      throw new Error(`I4 an action on ${device.name} shows another state than the reference timer`)
    return true
  }

  /** An informed user uses the first device that shows the true state. */
  deviceToUse(wanted: number) {
    const count = this.devices.length
    if (this.scenario.user === 'free') return wanted % count
    const truth = toVisibleState(this.reference.stateAt(this.now))
    return (
      this.devices
        .map((_, offset) => (wanted + offset) % count)
        .find(
          (index) => toVisibleState(stateShownOn(this.devices[index]!, this.clockOf(this.devices[index]!))) === truth,
        ) ?? -1
    )
  }

  switchNetwork(index: number, isOnline: boolean) {
    this.devices[index] = { ...this.devices[index]!, isOnline }
    if (!isOnline) this.messages = this.messages.filter(({ device }) => device !== index)
  }

  send(index: number) {
    const { isOnline, outbox } = this.devices[index]!
    if (isOnline) this.messages.push({ to: 'server', device: index, commands: outbox })
  }

  reply(index: number, acks: (Ack | undefined)[]) {
    if (this.devices[index]!.isOnline) this.messages.push({ to: 'device', device: index, acks, snapshot: this.history })
  }

  deliverOne({ message, again, lost }: { message: number; again: boolean; lost: boolean }) {
    if (this.messages.length === 0) return
    const index = message % this.messages.length
    const chosen = this.messages[index]!
    if (!again) this.messages.splice(index, 1)
    if (!lost) this.deliver(chosen)
  }

  deliver(message: Message) {
    const device = this.devices[message.device]!
    if (!device.isOnline) return
    if (message.to === 'device') {
      const after = receiveReply(device, message.acks, message.snapshot)
      if (after.snapshot.revision < device.snapshot.revision) throw new Error('I5 a device went back in time')
      const isAwake = this.scenario.user === 'informed'
      this.devices[message.device] = isAwake ? resumeIfHeld(after, this.now, this.newId) : after
      return
    }
    const before = this.history.revision
    const acks = message.commands.map((command) => this.receive(command))
    this.lastSeenAt = this.now
    this.reply(message.device, acks)
    if (this.history.revision !== before) this.broadcast()
    this.check()
  }

  /** Acknowledges a known command again, as the server does. */
  receive(command: Command) {
    const known = this.acks.get(command.id)
    if (known !== undefined) return known
    const { runs: runsBefore, sequences } = this.history
    const { history, ack } = mergeCommand(this.history, command, this.now)
    if (ack?.isAccepted !== true && history.runs !== runsBefore)
      throw new Error('I7 a refused command changed something')
    this.history = history
    this.changeStoredRuns(
      changeScopeOf(command.event, this.now),
      (part) => mergeCommand({ ...part, sequences }, command, this.now).history,
    )
    if (ack !== undefined) {
      this.acks.set(ack.id, ack)
      this.audit.check(command, ack, this.now, this.history)
    }
    return ack
  }

  /** Repeats the change with only the affected runs loaded, as the server does, and compares the results. */
  changeStoredRuns(scope: ChangeScope, edit: (part: TimerHistory) => TimerHistory) {
    this.storedRuns.change(scope, this.now, edit)
    this.storedRuns.compare(this.history)
  }

  broadcast() {
    this.devices.forEach((_, index) => this.reply(index, []))
  }

  sweep() {
    const before = this.history.revision
    if (this.scenario.holds && !this.devices.some(({ isOnline }) => isOnline)) {
      const hold = (history: TimerHistory) => holdForAbsentUser(history, this.now, this.lastSeenAt)
      this.history = hold(this.history)
      this.changeStoredRuns({ from: this.now }, hold)
      const { mode, runningSince } = timerStateAt(this.history, this.now)
      if (mode === 'work' && (runningSince ?? 0) > this.lastSeenAt)
        throw new Error('T10 work began while the user was absent')
    }
    if (this.history.revision !== before) this.broadcast()
    this.check()
  }

  check() {
    const focusSessions = focusSessionsAt(this.history, this.now)
    if (hasDuplicates(focusSessions.map(({ key }) => key))) throw new Error('I1 a session twice')
    const saved = focusSessions.filter(({ status }) => status === 'saved')
    if (hasDuplicates(saved.map(({ entryId }) => entryId))) throw new Error('I1 an entry twice')
    const counted = this.counted(saved).toSorted(([a], [b]) => a - b)
    counted.forEach(([from, to], index) => {
      if (to <= from) throw new Error('I5 an empty segment')
      if (index > 0 && from < counted[index - 1]![1]) throw new Error('I2 a moment counted twice')
    })
    for (const { entryId, key, segments } of saved) {
      const { isInfinite, continues } = this.runOf(key).log[0].event
      if (!isInfinite && continues === undefined && totalOf(segments) > CONFIG.workMs)
        throw new Error('I5 a session longer than its phase')
      const onEntry = focusSessions.filter((other) => other.entryId === entryId && other.status !== 'discarded')
      const end = Math.max(...onEntry.map(({ key }) => this.endOf(this.runOf(key))))
      if (segments.some(([, to]) => to > end)) throw new Error('I9 a session goes on after another has begun')
    }
  }

  runOf = (key: string) => this.history.runs.find(({ id }) => key.startsWith(`${id}#`))!

  /** A run is over when the next one begins, or at its own last command if that is later. */
  endOf(run: Run) {
    const next = this.history.runs[this.history.runs.indexOf(run) + 1]
    return Math.max(next?.log[0].event.at ?? Infinity, run.log.at(-1)!.event.at)
  }

  /** The time of the saved focus sessions and of the running phase, without the inherited time of a continued entry. */
  counted(focusSessions: FocusSession[]): Segment[] {
    const begunAt = this.history.runs.at(-1)?.log[0].event.at ?? 0
    const running = displayedWork(timerStateAt(this.history, this.now), begunAt, this.now)
    const saved = focusSessions.filter(({ status }) => status === 'saved')
    return [...saved.flatMap(({ segments }) => segments), ...running.map(([, segment]) => segment)]
  }

  /** Brings all devices online and delivers everything in their outboxes. */
  reconnect() {
    this.messages = []
    this.devices = this.devices.map((device) => ({ ...device, isOnline: true }))
    let rounds = 0
    do {
      this.devices.forEach((_, index) => {
        this.send(index)
        this.reply(index, [])
        while (this.messages.length > 0) this.deliver(this.messages.shift()!)
      })
      rounds += 1
    } while (rounds < 50 && this.devices.some(({ outbox }) => outbox.length > 0))
    if (this.devices.some(({ outbox }) => outbox.length > 0)) throw new Error('I4 an outbox never empties')
    this.check()
    this.compare()
  }

  compare() {
    const truth = timerStateAt(this.history, this.now)
    for (const device of this.devices) {
      if (toVisibleState(stateShownOn(device, this.now)) !== toVisibleState(truth))
        throw new Error(`I4 ${device.name} shows something else`)
      if (elapsedAt(stateShownOn(device, this.now), this.now) < 0) throw new Error('I5 negative time')
    }
    const focusSessions = focusSessionsAt(this.history, this.now)
    this.compareWithRunsAlone(focusSessions)
    if (this.scenario.user === 'informed') this.compareWithReference(focusSessions, truth)
    else if (this.scenario.skews.every((skew) => skew === 0)) this.compareWithDisplayed(focusSessions, truth)
  }

  compareWithReference(focusSessions: FocusSession[], truth: TimerState) {
    const wanted = this.reference.focusSessionsAt(this.now)
    const got = focusSessions.map(({ key, subject, status, segments }) => ({ key, subject, status, segments }))
    if (toComparableSet(wanted) !== toComparableSet(got))
      throw new Error(`I3 focus sessions differ\nwanted ${toComparableSet(wanted)}\ngot    ${toComparableSet(got)}`)
    if (toVisibleState(this.reference.stateAt(this.now)) !== toVisibleState(truth))
      throw new Error('I3 the timer differs')
  }

  /** Time that a run alone would have saved is counted by some focus session, unless it is too short for an entry. */
  compareWithRunsAlone(focusSessions: FocusSession[]) {
    const counted = this.counted(focusSessions)
    this.history.runs.forEach((_, index) => {
      for (const { key, status, segments } of focusSessionsOfRunAlone(this.history, index, this.now))
        if (status !== 'discarded' && totalOf(subtractSegments(segments, counted)) >= MIN_FOCUS_SESSION_MS)
          throw new Error(`I3 saved time is in no focus session: ${key}`)
    })
  }

  /** Time that the server and every device displayed as work of a focus session is in some focus session. */
  compareWithDisplayed(focusSessions: FocusSession[], truth: TimerState) {
    const alone = this.history.runs.flatMap((_, index) => focusSessionsOfRunAlone(this.history, index, this.now))
    const counted = [
      ...[...alone, ...focusSessions].flatMap(({ segments }) => segments),
      ...displayedWork(truth, 0, this.now).map(([, segment]) => segment),
    ]
    for (const key of new Set(this.displayedByServer.map(([key]) => key))) {
      const of = (shown: DisplayedSegment[]) => shown.filter(([other]) => other === key).map(([, segment]) => segment)
      const displayedByAll = this.displayedByDevice.reduce(
        (common, shown) => intersectSegments(common, of(shown)),
        of(this.displayedByServer),
      )
      const run = this.history.runs.find(({ id }) => key.startsWith(`${id}#`))
      // Not lost: the pauses of two devices together may move a break there, or the work may be on hold.
      const lost = subtractSegments(displayedByAll, counted).filter(
        ([from, to]) => !isBreakOrHeldAt(run, from) || !isBreakOrHeldAt(run, to - 1),
      )
      if (totalOf(lost) > 0)
        throw new Error(`I3 time that every device displayed is lost: ${key} ${JSON.stringify(lost)}`)
    }
  }
}

const hasDuplicates = (ids: string[]) => new Set(ids).size !== ids.length

/** Runs the steps, then reconnects everything. Throws if an invariant is broken. */
export function simulate(scenario: Scenario, steps: readonly Step[]) {
  const simulation = new Simulation(scenario)
  for (const step of steps) simulation.run(step)
  simulation.reconnect()
  return simulation
}
