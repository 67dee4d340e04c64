import type { Ack, Command } from '#core/timer/command.ts'
import { type FocusSession, focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { EMPTY_HISTORY, type Run, type TimerHistory } from '#core/timer/history.ts'
import { holdForAbsentUser } from '#core/timer/holds.ts'
import { mergeCommand } from '#core/timer/merge-command.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { type ChangeScope, changeScopeOf } from '#core/timer/affected-runs.ts'
import { elapsedAt, type TimerState } from '#core/timer/state.ts'
import { type Segment, subtractSegments, totalOf } from '#core/time/segments.ts'
import { MIN_FOCUS_SESSION_MS, type TimerEvent } from '#core/timer/transition.ts'
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
import { toComparableSet, StoredRuns } from './stored-runs.ts'
import { ReferenceTimer } from './reference-timer.ts'
import {
  intersectSegments,
  isBreakOrHeldAt,
  toVisibleState,
  sessionsOfRunAlone,
  type DisplayedSegment,
  displayedWork,
} from './displayed-work.ts'
import type { Scenario, Step } from './steps.ts'

/** A person needs time between two presses. */
const MIN_ACTION_GAP_MS = 250

type Message =
  | { to: 'server'; device: number; commands: readonly Command[] }
  | { to: 'device'; device: number; acks: (Ack | undefined)[]; snapshot: TimerHistory }

class Simulation {
  now = 1_700_000_000_000
  history = EMPTY_HISTORY
  kept = new StoredRuns()
  acks = new Map<string, Ack>()
  devices: Device[]
  messages: Message[] = []
  shownByDevice: DisplayedSegment[][]
  shownByServer: DisplayedSegment[] = []
  lastSeenAt = this.now
  oracle = new ReferenceTimer()
  /** Of each run, its last press and the commands that tell whoever knows them that they know of it. */
  #lastPress = new Map<string, { at: number; id: string | null; knownBy: (string | null)[] }>()
  #ids = 0
  readonly scenario: Scenario

  constructor(scenario: Scenario) {
    this.scenario = scenario
    this.devices = Array.from({ length: scenario.devices }, (_, index) =>
      createDevice(`device ${index}`, scenario.skews[index % scenario.skews.length] ?? 0),
    )
    this.shownByDevice = this.devices.map(() => [])
  }

  newId = () => `00000000-0000-7000-8000-${(this.#ids += 0x100).toString(16).padStart(12, '0')}`
  clockOf = (device: Device) => this.now + device.skew

  take(step: Step) {
    switch (step.kind) {
      case 'wait':
        return this.wait(step.ms)
      case 'press':
        return this.press(step.device, step.press)
      case 'network':
        return this.switchNetwork(step.device % this.devices.length, step.isOnline)
      case 'everybody leaves':
        return this.devices.forEach((_, index) => this.switchNetwork(index, false))
      case 'send':
        return this.send(step.device % this.devices.length)
      case 'poll':
        return this.post(step.device % this.devices.length, [])
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
      this.shownByDevice[index]!.push(...displayedWork(stateShownOn(device, from), from, this.now))
    })
    this.shownByServer.push(...displayedWork(timerStateAt(this.history, from), from, this.now))
    if (this.devices.some(({ isOnline }) => isOnline)) this.lastSeenAt = this.now
  }

  press(wanted: number, what: UserAction) {
    this.wait(MIN_ACTION_GAP_MS)
    const index = this.deviceToUse(wanted)
    const device = this.devices[index]
    const after = device && performAction(device, what, this.clockOf(device), this.newId)
    if (after === undefined) return
    if (this.scenario.person === 'informed' && !this.tellOracle(after)) return
    this.devices[index] = after
  }

  /** False if the person could not mean it: of two runs that are complete nobody can tell which one is shown. */
  tellOracle(device: Device) {
    const { event } = device.outbox.at(-1)!
    if (event.type === 'dismiss' && event.runId !== this.oracle.runId) return false
    this.oracle.apply(event)
    if (toVisibleState(stateShownOn(device, this.clockOf(device))) !== toVisibleState(this.oracle.stateAt(this.now)))
      throw new Error(`I4 a press on ${device.name} shows something else than it does`)
    return true
  }

  /** A person who sees the truth uses the nearest device that shows it. */
  deviceToUse(wanted: number) {
    const count = this.devices.length
    if (this.scenario.person === 'free') return wanted % count
    const truth = toVisibleState(this.oracle.stateAt(this.now))
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

  post(index: number, acks: (Ack | undefined)[]) {
    if (this.devices[index]!.isOnline) this.messages.push({ to: 'device', device: index, acks, snapshot: this.history })
  }

  deliverOne({ message, again, lost }: { message: number; again: boolean; lost: boolean }) {
    if (this.messages.length === 0) return
    const place = message % this.messages.length
    const chosen = this.messages[place]!
    if (!again) this.messages.splice(place, 1)
    if (!lost) this.deliver(chosen)
  }

  deliver(message: Message) {
    const device = this.devices[message.device]!
    if (!device.isOnline) return
    if (message.to === 'device') {
      const after = receiveReply(device, message.acks, message.snapshot)
      if (after.snapshot.revision < device.snapshot.revision) throw new Error('I5 a device went back in time')
      const isAwake = this.scenario.person === 'informed'
      this.devices[message.device] = isAwake ? resumeIfHeld(after, this.now, this.newId) : after
      return
    }
    const before = this.history.revision
    const acks = message.commands.map((command) => this.receive(command))
    this.lastSeenAt = this.now
    this.post(message.device, acks)
    if (this.history.revision !== before) this.tellAll()
    this.check()
  }

  /** As the server does: a command that it knows is answered as before. */
  receive(command: Command) {
    const known = this.acks.get(command.id)
    if (known !== undefined) return known
    const { runs: runsBefore, sequences } = this.history
    const { history, ack } = mergeCommand(this.history, command, this.now)
    if (ack?.isAccepted !== true && history.runs !== runsBefore)
      throw new Error('I7 a refused command changed something')
    this.history = history
    this.keep(
      changeScopeOf(command.event, this.now),
      (part) => mergeCommand({ ...part, sequences }, command, this.now).history,
    )
    if (ack !== undefined) {
      this.acks.set(ack.id, ack)
      this.audit(command, ack)
    }
    return ack
  }

  /** The same once more with only what is reached, as a server has far more runs than it can open each time. */
  keep(reach: ChangeScope, edit: (part: TimerHistory) => TimerHistory) {
    this.kept.change(reach, this.now, edit)
    this.kept.compare(this.history)
  }

  audit({ id, base, event }: Command, { isAccepted, code }: Ack) {
    if (!isAccepted || code === 'resurrected') return
    const last = this.#lastPress.get(event.runId) ?? { at: 0, id: base, knownBy: [base] }
    if (event.type === 'dismiss') {
      last.knownBy.push(id)
      return
    }
    const at = Math.min(event.at, this.now)
    if (last.knownBy.includes(base) || at >= last.at) {
      this.#lastPress.set(event.runId, { at: Math.max(at, last.at), id, knownBy: [id] })
      return
    }
    this.auditLate(event, last.id)
  }

  /** An older press, unknown to whoever made the newer one, adds what was worked or noted, and has not the last word. */
  auditLate(event: TimerEvent, lastPress: string | null) {
    if (event.type !== 'resume' && event.type !== 'subject')
      throw new Error(`I8 an older press that knew nothing of a newer one was taken after it (${event.type})`)
    const { log } = this.history.runs.find(({ id }) => id === event.runId)!
    if (log.findLast(({ event }) => event.type !== 'dismiss')?.id !== lastPress)
      throw new Error('I8 an older press has the last word')
  }

  tellAll() {
    this.devices.forEach((_, index) => this.post(index, []))
  }

  sweep() {
    const before = this.history.revision
    if (this.scenario.holds && !this.devices.some(({ isOnline }) => isOnline)) {
      const hold = (history: TimerHistory) => holdForAbsentUser(history, this.now, this.lastSeenAt)
      this.history = hold(this.history)
      this.keep({ from: this.now }, hold)
      const { mode, runningSince } = timerStateAt(this.history, this.now)
      if (mode === 'work' && (runningSince ?? 0) > this.lastSeenAt) throw new Error('T10 work began with nobody there')
    }
    if (this.history.revision !== before) this.tellAll()
    this.check()
  }

  check() {
    const sessions = focusSessionsAt(this.history, this.now)
    if (hasDuplicates(sessions.map(({ key }) => key))) throw new Error('I1 a session twice')
    const saved = sessions.filter(({ status }) => status === 'saved')
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
      const onEntry = sessions.filter((other) => other.entryId === entryId && other.status !== 'discarded')
      const end = Math.max(...onEntry.map(({ key }) => this.endOf(this.runOf(key))))
      if (segments.some(([, to]) => to > end)) throw new Error('I9 a session goes on after another has begun')
    }
  }

  runOf = (key: string) => this.history.runs.find(({ id }) => key.startsWith(`${id}#`))!

  /** A run is over when the next begins, or when somebody touched it even later. */
  endOf(run: Run) {
    const next = this.history.runs[this.history.runs.indexOf(run) + 1]
    return Math.max(next?.log[0].event.at ?? Infinity, run.log.at(-1)!.event.at)
  }

  /** What the saved sessions and the running one have. What a run goes on with is counted by whoever has the entry. */
  counted(sessions: FocusSession[]): Segment[] {
    const begunAt = this.history.runs.at(-1)?.log[0].event.at ?? 0
    const running = displayedWork(timerStateAt(this.history, this.now), begunAt, this.now)
    const saved = sessions.filter(({ status }) => status === 'saved')
    return [...saved.flatMap(({ segments }) => segments), ...running.map(([, segment]) => segment)]
  }

  /** All networks come back, and everything that waits is sent. */
  heal() {
    this.messages = []
    this.devices = this.devices.map((device) => ({ ...device, isOnline: true }))
    let rounds = 0
    do {
      this.devices.forEach((_, index) => {
        this.send(index)
        this.post(index, [])
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
    const sessions = focusSessionsAt(this.history, this.now)
    this.compareWithEachAlone(sessions)
    if (this.scenario.person === 'informed') this.compareWithOracle(sessions, truth)
    else if (this.scenario.skews.every((skew) => skew === 0)) this.compareWithShown(sessions, truth)
  }

  compareWithOracle(sessions: FocusSession[], truth: TimerState) {
    const wanted = this.oracle.sessionsAt(this.now)
    const got = sessions.map(({ key, subject, status, segments }) => ({ key, subject, status, segments }))
    if (toComparableSet(wanted) !== toComparableSet(got))
      throw new Error(`I3 sessions differ\nwanted ${toComparableSet(wanted)}\ngot    ${toComparableSet(got)}`)
    if (toVisibleState(this.oracle.stateAt(this.now)) !== toVisibleState(truth)) throw new Error('I3 the timer differs')
  }

  /** What a run alone would have saved is counted, by its session or by another; less than an entry is worth may go. */
  compareWithEachAlone(sessions: FocusSession[]) {
    const counted = this.counted(sessions)
    this.history.runs.forEach((_, index) => {
      for (const { key, status, segments } of sessionsOfRunAlone(this.history, index, this.now))
        if (status !== 'discarded' && totalOf(subtractSegments(segments, counted)) >= MIN_FOCUS_SESSION_MS)
          throw new Error(`I3 time that was to be kept is nowhere: ${key}`)
    })
  }

  /** What every device and the server showed as work of one session is somewhere: nothing is silently gone. */
  compareWithShown(sessions: FocusSession[], truth: TimerState) {
    const alone = this.history.runs.flatMap((_, index) => sessionsOfRunAlone(this.history, index, this.now))
    const accounted = [
      ...[...alone, ...sessions].flatMap(({ segments }) => segments),
      ...displayedWork(truth, 0, this.now).map(([, segment]) => segment),
    ]
    for (const key of new Set(this.shownByServer.map(([key]) => key))) {
      const of = (shown: DisplayedSegment[]) => shown.filter(([other]) => other === key).map(([, segment]) => segment)
      const unanimous = this.shownByDevice.reduce(
        (common, shown) => intersectSegments(common, of(shown)),
        of(this.shownByServer),
      )
      const run = this.history.runs.find(({ id }) => key.startsWith(`${id}#`))
      // No loss: a break that pauses of two devices, added up, have moved there, or work that waits for somebody.
      const lost = subtractSegments(unanimous, accounted).filter(
        ([from, to]) => !isBreakOrHeldAt(run, from) || !isBreakOrHeldAt(run, to - 1),
      )
      if (totalOf(lost) > 0) throw new Error(`I3 time that everybody saw is gone: ${key} ${JSON.stringify(lost)}`)
    }
  }
}

const hasDuplicates = (ids: string[]) => new Set(ids).size !== ids.length

/** Plays the steps, heals everything, and throws where a promise is broken. */
export function simulate(scenario: Scenario, steps: readonly Step[]) {
  const simulation = new Simulation(scenario)
  for (const step of steps) simulation.take(step)
  simulation.heal()
  return simulation
}
