import {
  type Ack,
  type Command,
  EMPTY_LEDGER,
  holdForAbsent,
  type Ledger,
  receive,
  type Run,
  type Session,
  sessionKey,
  sessionsAt,
  viewAt,
} from '#core/timer/merge.ts'
import { elapsedAt, IDLE, type TimerState } from '#core/timer/state.ts'
import { type Stretch, subtract, totalOf } from '#core/timer/stretches.ts'
import { advance, type EndedPhase, type RunEvent, start, transition } from '#core/timer/transition.ts'
import { CONFIG, type Device, hear, newDevice, type Press, press, shownOn } from './device.ts'
import type { Scenario, Step } from './steps.ts'

/** A person needs time between two presses. */
const BETWEEN_PRESSES_MS = 250

type Message =
  | { to: 'server'; device: number; commands: readonly Command[] }
  | { to: 'device'; device: number; acks: (Ack | undefined)[]; snapshot: Ledger }

/** A moment that a replica showed as work of a session. */
type Shown = [key: string, stretch: Stretch]

class Simulation {
  now = 1_700_000_000_000
  ledger = EMPTY_LEDGER
  acks = new Map<string, Ack>()
  devices: Device[]
  messages: Message[] = []
  shownByDevice: Shown[][]
  shownByServer: Shown[] = []
  lastSeenAt = this.now
  /** What one timer without any network would be, for a person who sees the truth. */
  oracle: TimerState = IDLE
  oracleEnded: EndedPhase[] = []
  #lastPress = new Map<string, { at: number; id: string | null }>()
  #ids = 0
  readonly scenario: Scenario

  constructor(scenario: Scenario) {
    this.scenario = scenario
    this.devices = Array.from({ length: scenario.devices }, (_, index) =>
      newDevice(`device ${index}`, scenario.skews[index % scenario.skews.length] ?? 0),
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
      this.shownByDevice[index]!.push(...workShown(shownOn(device, from), from, this.now))
    })
    this.shownByServer.push(...workShown(viewAt(this.ledger, from), from, this.now))
    if (this.devices.some(({ isOnline }) => isOnline)) this.lastSeenAt = this.now
  }

  press(wanted: number, what: Press) {
    this.wait(BETWEEN_PRESSES_MS)
    const index = this.deviceToUse(wanted)
    const device = this.devices[index]
    if (device === undefined) return
    const after = press(device, what, this.clockOf(device), this.newId)
    if (after === undefined) return
    this.devices[index] = after
    if (this.scenario.person === 'free') return
    this.tellOracle(after.outbox.at(-1)!)
    if (outline(shownOn(after, this.clockOf(after))) !== outline(this.oracle))
      throw new Error(`I4 a press on ${after.name} shows something else than it does`)
  }

  /** A person who sees the truth uses the nearest device that shows it. */
  deviceToUse(wanted: number) {
    const count = this.devices.length
    if (this.scenario.person === 'free') return wanted % count
    const truth = outline(advance(this.oracle, this.now).state)
    return (
      this.devices
        .map((_, offset) => (wanted + offset) % count)
        .find((index) => outline(shownOn(this.devices[index]!, this.clockOf(this.devices[index]!))) === truth) ?? -1
    )
  }

  tellOracle({ event }: Command) {
    if (event.type === 'start') {
      this.oracleEnded.push(...advance(this.oracle, event.at).ended)
      this.oracle = start(event)
      return
    }
    const outcome = transition(this.oracle, event)
    if (!outcome.ok) throw new Error(`the truth refused ${event.type}: ${outcome.code}`)
    this.oracle = outcome.state
    this.oracleEnded.push(...outcome.ended)
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
    if (this.devices[index]!.isOnline) this.messages.push({ to: 'device', device: index, acks, snapshot: this.ledger })
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
      const after = hear(device, message.acks, message.snapshot)
      if (after.snapshot.revision < device.snapshot.revision) throw new Error('I5 a device went back in time')
      this.devices[message.device] = after
      return
    }
    const before = this.ledger.revision
    const acks = message.commands.map((command) => this.receive(command))
    this.lastSeenAt = this.now
    this.post(message.device, acks)
    if (this.ledger.revision !== before) this.tellAll()
    this.check()
  }

  /** As the server does: a command that it knows is answered as before. */
  receive(command: Command) {
    const known = this.acks.get(command.id)
    if (known !== undefined) return known
    const runsBefore = this.ledger.runs
    const { ledger, ack } = receive(this.ledger, command, this.now)
    if (ack?.isAccepted !== true && ledger.runs !== runsBefore)
      throw new Error('I7 a refused command changed something')
    this.ledger = ledger
    if (ack !== undefined) {
      this.acks.set(ack.id, ack)
      this.audit(command, ack)
    }
    return ack
  }

  audit({ id, base, event }: Command, { isAccepted, code }: Ack) {
    if (!isAccepted || code === 'resurrected') return
    const last = this.#lastPress.get(event.runId) ?? { at: 0, id: base }
    const at = Math.min(event.at, this.now)
    if (last.id === base || at >= last.at) {
      this.#lastPress.set(event.runId, { at: Math.max(at, last.at), id })
      return
    }
    if (event.type !== 'resume')
      throw new Error(`I8 an older press that knew nothing of a newer one was taken after it (${event.type})`)
    if (this.ledger.runs.find((run) => run.id === event.runId)?.log.at(-1)?.id !== last.id)
      throw new Error('I8 an older press has the last word')
  }

  tellAll() {
    this.devices.forEach((_, index) => this.post(index, []))
  }

  sweep() {
    const before = this.ledger.revision
    if (this.scenario.holds && !this.devices.some(({ isOnline }) => isOnline))
      this.ledger = holdForAbsent(this.ledger, this.now, this.lastSeenAt)
    if (this.ledger.revision !== before) this.tellAll()
    this.check()
  }

  check() {
    const { runs } = this.ledger
    const sessions = sessionsAt(this.ledger, this.now)
    if (new Set(sessions.map(({ key }) => key)).size !== sessions.length) throw new Error('I1 a session twice')
    const saved = sessions.filter(({ status }) => status === 'saved')
    const running = workShown(viewAt(this.ledger, this.now), 0, this.now).map(([, stretch]) => stretch)
    const counted = [...saved.flatMap(({ stretches }) => stretches), ...running].toSorted(([a], [b]) => a - b)
    counted.forEach(([from, to], index) => {
      if (to <= from) throw new Error('I5 an empty stretch')
      if (index > 0 && from < counted[index - 1]![1]) throw new Error('I2 a moment counted twice')
    })
    for (const { key, stretches } of saved) {
      if (totalOf(stretches) > CONFIG.workMs) throw new Error('I5 a session longer than its phase')
      const index = runs.findIndex(({ id }) => key.startsWith(`${id}#`))
      const run = runs[index]
      if (run === undefined) throw new Error('I9 a session without a run')
      const end = Math.max(runs[index + 1]?.log[0].event.at ?? Infinity, run.log.at(-1)!.event.at)
      if (stretches.some(([, to]) => to > end)) throw new Error('I9 a session goes on after another has begun')
    }
  }

  /** All networks come back, and everything that waits is sent. */
  heal() {
    this.messages = []
    this.devices = this.devices.map((device) => ({ ...device, isOnline: true }))
    for (let round = 0; round < 50 && this.devices.some(({ outbox }) => outbox.length > 0); round += 1)
      this.devices.forEach((_, index) => {
        this.send(index)
        while (this.messages.length > 0) this.deliver(this.messages.shift()!)
      })
    if (this.devices.some(({ outbox }) => outbox.length > 0)) throw new Error('I4 an outbox never empties')
    this.devices.forEach((_, index) => this.deliver({ to: 'device', device: index, acks: [], snapshot: this.ledger }))
    this.check()
    this.compare()
  }

  compare() {
    const truth = viewAt(this.ledger, this.now)
    for (const device of this.devices) {
      if (outline(shownOn(device, this.now)) !== outline(truth))
        throw new Error(`I4 ${device.name} shows something else`)
      if (elapsedAt(shownOn(device, this.now), this.now) < 0) throw new Error('I5 negative time')
    }
    const sessions = sessionsAt(this.ledger, this.now)
    if (this.scenario.person === 'informed') this.compareWithOracle(sessions, truth)
    else if (this.scenario.skews.every((skew) => skew === 0)) this.compareWithShown(sessions, truth)
  }

  compareWithOracle(sessions: Session[], truth: TimerState) {
    const { state, ended } = advance(this.oracle, this.now)
    const wanted = [...this.oracleEnded, ...ended].map((phase) => [
      sessionKey(phase),
      phase.isSaved ? 'saved' : 'discarded',
      phase.stretches,
    ])
    const got = sessions.map(({ key, status, stretches }) => [key, status, stretches])
    if (asSet(wanted) !== asSet(got))
      throw new Error(`I3 sessions differ\nwanted ${asSet(wanted)}\ngot    ${asSet(got)}`)
    if (outline(state) !== outline(truth)) throw new Error('I3 the timer differs')
  }

  /** What every device and the server showed as work of one session is somewhere: nothing is silently gone. */
  compareWithShown(sessions: Session[], truth: TimerState) {
    const raw = this.ledger.runs.flatMap((_, index) => rawWork(this.ledger, index, this.now))
    const accounted = [
      ...raw,
      ...sessions.flatMap(({ stretches }) => stretches),
      ...workShown(truth, 0, this.now).map(([, stretch]) => stretch),
    ]
    for (const key of new Set(this.shownByServer.map(([key]) => key))) {
      const of = (shown: Shown[]) => shown.filter(([other]) => other === key).map(([, stretch]) => stretch)
      const unanimous = this.shownByDevice.reduce(
        (common, shown) => intersect(common, of(shown)),
        of(this.shownByServer),
      )
      const run = this.ledger.runs.find(({ id }) => key.startsWith(`${id}#`))
      // No loss: a break that pauses of two devices, added up, have moved there, or work that waits for somebody.
      const lost = subtract(unanimous, accounted).filter(([from, to]) => !isRestAt(run, from) || !isRestAt(run, to - 1))
      if (totalOf(lost) > 0) throw new Error(`I3 time that everybody saw is gone: ${key} ${JSON.stringify(lost)}`)
    }
  }
}

/** What a run counted before anything was taken from it: the next one ends it, but claims nothing. */
function rawWork({ runs }: Ledger, index: number, now: number): Stretch[] {
  const next = runs.slice(index + 1, index + 2).map(stoppedAtOnce)
  const alone = sessionsAt({ revision: 0, runs: [...runs.slice(index, index + 1), ...next], sequences: {} }, now)
  return alone.flatMap(({ stretches }) => stretches)
}

/** Whether a run, as all of its commands have made it, was in a break or waited for somebody. */
function isRestAt(run: Run | undefined, moment: number) {
  if (run === undefined) return false
  const [started, ...rest] = run.log
  const log: Run['log'] = [started, ...rest.filter(({ event }) => event.at <= moment)]
  const isWaiting = log.at(-1)!.id === null || (run.heldAt !== null && run.heldAt <= moment)
  return isWaiting || viewAt({ ...EMPTY_LEDGER, runs: [{ ...run, log }] }, moment).mode === 'break'
}

function stoppedAtOnce({ id, log: [started] }: Run): Run {
  const { at } = started.event
  const stop: RunEvent = { type: 'stop', save: false, at, runId: id, phase: 0 }
  return { id, log: [started, { id: null, event: stop }], kept: [], heldAt: null }
}

function workShown(view: TimerState, from: number, to: number): Shown[] {
  const { state, ended } = advance(view, to)
  const shown: Shown[] = ended.flatMap((phase) => phase.stretches.map((stretch): Shown => [sessionKey(phase), stretch]))
  if (state.mode === 'work' && state.runId !== null) {
    const key = sessionKey({ runId: state.runId, phase: state.phase })
    shown.push(...state.stretches.map((stretch): Shown => [key, stretch]))
    if (state.runningSince !== null) shown.push([key, [state.runningSince, to]])
  }
  return shown
    .map(([key, [start, end]]): Shown => [key, [Math.max(start, from), Math.min(end, to)]])
    .filter(([, [start, end]]) => end > start)
}

const outline = ({ status, mode, runId, phase, repetition, stretches, runningSince }: TimerState) =>
  JSON.stringify([status, mode, runId, phase, repetition, stretches, runningSince])

const asSet = (rows: unknown[]) => JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted())

const intersect = (a: Stretch[], b: Stretch[]) => subtract(a, subtract(a, b))

/** Plays the steps, heals everything, and throws where a promise is broken. */
export function simulate(scenario: Scenario, steps: readonly Step[]) {
  const simulation = new Simulation(scenario)
  for (const step of steps) simulation.take(step)
  simulation.heal()
  return simulation
}
