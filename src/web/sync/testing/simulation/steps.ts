import fc from 'fast-check'
import { MINUTE_MS } from '#core/time/units.ts'
import type { TimerConfig } from '#core/timer/state.ts'
import type { DiskMode } from './disk.ts'
import type { ItemAction } from './item-user.ts'
import type { RequestFate } from './network.ts'
import type { UserAction } from './timer-user.ts'

/** A tab of a device. Both numbers count the existing ones, in turn. */
interface InTab {
  device: number
  tab: number
}

export type Step =
  | { kind: 'wait'; ms: number }
  | ({ kind: 'action'; action: UserAction } & InTab)
  | ({ kind: 'item'; action: ItemAction } & InTab)
  | { kind: 'network'; device: number; isOnline: boolean }
  | { kind: 'all devices disconnect' }
  | ({ kind: 'send' } & InTab)
  | { kind: 'poll'; device: number }
  /** `isBusy`: the server replies that it did not handle the request. */
  | { kind: 'deliver'; message: number; again: boolean; lost: boolean; isBusy: boolean }
  | { kind: 'sweep' }
  /** `receives`: the server has received the requests that are on their way, and crashes before it replies. */
  | { kind: 'server crash'; receives: boolean }
  /** The tasks that the engine has scheduled run, earlier than planned. */
  | ({ kind: 'timers' } & InTab)
  | { kind: 'disk'; device: number; mode: DiskMode }
  | { kind: 'commit'; device: number }
  /** `isHidden`: the browser tells the page before it closes it. */
  | ({ kind: 'crash'; requests: RequestFate; isHidden: boolean; reopens: boolean } & InTab)
  | { kind: 'open'; device: number }
  | { kind: 'session'; device: number; isSignedIn: boolean }
  | { kind: 'sync'; device: number; isEnabled: boolean }
  | ({ kind: 'discard' } & InTab)
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

export interface Scenario {
  devices: number
  /** `informed`: the user acts only in a tab that shows the true state. `free`: in any tab. */
  user: 'informed' | 'free'
  /** The errors of the devices' clocks in milliseconds, in turn. */
  skews: number[]
  /** Whether work phases are held while the user is absent. */
  holds: boolean
}

/** The six scenarios of the design, and one of a user who works on without a network. */
// prettier-ignore
export const SCENARIOS: Record<string, Scenario> = {
  'one user on three devices, seeing the true state':   { devices: 3, user: 'informed', skews: [0],                      holds: false },
  'two devices at the same time':                     { devices: 2, user: 'free',     skews: [0],                      holds: false },
  'four devices at the same time':                    { devices: 4, user: 'free',     skews: [0],                      holds: false },
  'clocks wrong by 0.4 s':                            { devices: 3, user: 'free',     skews: [0, 400, -400],           holds: false },
  'clocks wrong by two minutes':                      { devices: 3, user: 'free',     skews: [0, 120_000, -120_000],   holds: false },
  'an absent user':                                   { devices: 3, user: 'free',     skews: [0],                      holds: true },
  'one device that is often offline'     :            { devices: 1, user: 'informed', skews: [0],                      holds: true },
}

const save = fc.boolean()
const project = fc.constantFrom(null, null, 0, 1)
/** Long breaks and phases that wait come with the start: few schedules reach them if only a later change brings them. */
const anyStartConfig = fc.constantFrom<Partial<TimerConfig>>(
  {},
  {},
  { longBreak: { ms: 15 * MINUTE_MS, every: 1 } },
  { longBreak: { ms: 15 * MINUTE_MS, every: 2 } },
  { autoStart: { breaks: false, work: true } },
  { autoStart: { breaks: true, work: false } },
  { autoStart: { breaks: false, work: false }, longBreak: { ms: 15 * MINUTE_MS, every: 1 } },
)
const anyStart = fc.record({
  type: fc.constant('start' as const),
  isInfinite: fc.constantFrom(false, false, false, true),
  entry: fc.constantFrom(null, null, null, 0, 0, 1, 2),
  project,
  task: fc.constantFrom(null, 0),
  config: anyStartConfig,
})
const anySubject = fc.constantFrom(
  { notes: 'a' },
  { notes: 'b' },
  { projectId: 'another', taskId: null },
  { tags: ['t'] },
)
const anyConfig = fc.constantFrom(
  { workMs: 10 * MINUTE_MS },
  { breakMs: 0 },
  { repetitions: 1 },
  { repetitions: 3 },
  { longBreak: { ms: 15 * MINUTE_MS, every: 2 } },
  { longBreak: null },
  { autoStart: { breaks: false, work: true } },
  { autoStart: { breaks: true, work: false } },
  { autoStart: { breaks: false, work: false } },
)
const anyExtension = fc.constantFrom(5 * MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, null, null)
const anyAction: fc.Arbitrary<UserAction> = fc.oneof(
  { weight: 6, arbitrary: anyStart },
  { weight: 4, arbitrary: fc.constant({ type: 'pause' as const }) },
  { weight: 4, arbitrary: fc.constant({ type: 'resume' as const }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('stop' as const), save }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('skip' as const), save }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('subject' as const), change: anySubject, project }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('config' as const), change: anyConfig }) },
  { weight: 1, arbitrary: fc.constant({ type: 'dismiss' as const }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('switch' as const), project }) },
  { weight: 3, arbitrary: fc.constant({ type: 'undo' as const }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('extend' as const), byMs: anyExtension }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('begin' as const), minutes: fc.constantFrom(1, 10, 30) }) },
)
const anyItemAction: fc.Arbitrary<ItemAction> = fc.record({
  type: fc.constantFrom(
    'create project' as const,
    'create project' as const,
    'create entry' as const,
    'create entry' as const,
    'create task' as const,
    'complete task' as const,
    'complete task' as const,
    'rename project' as const,
    'edit entry' as const,
    'edit entry' as const,
    'edit entry of timer' as const,
    'edit two entries' as const,
    'delete project' as const,
    'delete entry' as const,
    'change preferences' as const,
  ),
  item: fc.nat(2),
})
const anyWaitMs = fc.oneof(
  fc.integer({ min: 0, max: 3_000 }),
  fc.integer({ min: 0, max: 12 * MINUTE_MS }),
  fc.constantFrom(25 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 25 * MINUTE_MS - 1, 90 * MINUTE_MS),
)
const rarely = fc.nat(9).map((number) => number === 0)
const mostly = fc.nat(3).map((number) => number > 0)

export function anySteps(scenario: Scenario, maxLength = 120): fc.Arbitrary<Step[]> {
  const steps = [...stepsOfTimer(scenario), ...stepsOfOutbox(scenario)]
  return fc.array(fc.oneof(...steps), { minLength: 5, maxLength, size: 'max' })
}

interface WeightedStep {
  weight: number
  arbitrary: fc.Arbitrary<Step>
}

const kind = <Kind extends string>(name: Kind) => fc.constant(name)
const tab = fc.nat(1)

function stepsOfTimer({ devices, holds }: Scenario): WeightedStep[] {
  const device = fc.nat(devices - 1)
  const [again, lost] = [fc.boolean(), fc.boolean()]
  const delivery = fc.record({ kind: kind('deliver'), message: fc.nat(9), again, lost, isBusy: rarely })
  return [
    { weight: 6, arbitrary: fc.record({ kind: kind('wait'), ms: anyWaitMs }) },
    { weight: 8, arbitrary: fc.record({ kind: kind('action'), device, tab, action: anyAction }) },
    { weight: 3, arbitrary: fc.record({ kind: kind('network'), device, isOnline: fc.boolean() }) },
    { weight: holds ? 3 : 0, arbitrary: fc.record({ kind: kind('all devices disconnect') }) },
    { weight: 6, arbitrary: fc.record({ kind: kind('send'), device, tab }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('poll'), device }) },
    { weight: 12, arbitrary: delivery },
    { weight: holds ? 6 : 2, arbitrary: fc.record({ kind: kind('sweep') }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('server crash'), receives: fc.boolean() }) },
  ]
}

function stepsOfOutbox({ devices, user }: Scenario): WeightedStep[] {
  const device = fc.nat(devices - 1)
  const mode = fc.constantFrom<DiskMode>('prompt', 'prompt', 'slow', 'failing')
  const requests = fc.constantFrom<RequestFate>('lost', 'received', 'late')
  return [
    { weight: 5, arbitrary: fc.record({ kind: kind('item'), device, tab, action: anyItemAction }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('timers'), device, tab }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('disk'), device, mode }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('commit'), device }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: kind('crash'), device, tab, requests, isHidden: fc.boolean(), reopens: mostly }),
    },
    { weight: 1, arbitrary: fc.record({ kind: kind('open'), device }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('session'), device, isSignedIn: mostly }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('sync'), device, isEnabled: mostly }) },
    // A discarded command cannot be part of the true state.
    { weight: user === 'free' ? 1 : 0, arbitrary: fc.record({ kind: kind('discard'), device, tab }) },
  ]
}
