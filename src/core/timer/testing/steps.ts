import fc from 'fast-check'
import { MINUTE_MS } from '#core/time/units.ts'
import type { UserAction } from './simulated-device.ts'

export type Step =
  | { kind: 'wait'; ms: number }
  | { kind: 'action'; device: number; action: UserAction }
  | { kind: 'network'; device: number; isOnline: boolean }
  | { kind: 'all devices disconnect' }
  | { kind: 'send'; device: number }
  | { kind: 'poll'; device: number }
  | { kind: 'deliver'; message: number; again: boolean; lost: boolean }
  | { kind: 'sweep' }
  | { kind: 'server crash' }

export interface Scenario {
  devices: number
  /** `informed`: the user acts only on a device that shows the true state. `free`: on any device. */
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
const anyStart = fc.record({
  type: fc.constant('start' as const),
  isInfinite: fc.constantFrom(false, false, false, true),
  entry: fc.constantFrom(null, null, null, 0, 0, 1, 2),
})
const anySubject = fc.constantFrom(
  { notes: 'a' },
  { notes: 'b' },
  { projectId: 'another', taskId: null },
  { tags: ['t'] },
)
const anyConfig = fc.constantFrom({ workMs: 10 * MINUTE_MS }, { breakMs: 0 }, { repetitions: 1 }, { repetitions: 3 })
const anyAction: fc.Arbitrary<UserAction> = fc.oneof(
  { weight: 6, arbitrary: anyStart },
  { weight: 4, arbitrary: fc.constant({ type: 'pause' as const }) },
  { weight: 4, arbitrary: fc.constant({ type: 'resume' as const }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('stop' as const), save }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('skip' as const), save }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('subject' as const), change: anySubject }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('config' as const), change: anyConfig }) },
  { weight: 1, arbitrary: fc.constant({ type: 'dismiss' as const }) },
)
const anyWaitMs = fc.oneof(
  fc.integer({ min: 0, max: 3_000 }),
  fc.integer({ min: 0, max: 12 * MINUTE_MS }),
  fc.constantFrom(25 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 25 * MINUTE_MS - 1, 90 * MINUTE_MS),
)

export function anySteps({ devices, holds }: Scenario, maxLength = 120): fc.Arbitrary<Step[]> {
  const device = fc.nat(devices - 1)
  const kind = <Kind extends string>(name: Kind) => fc.constant(name)
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: kind('wait'), ms: anyWaitMs }) },
    { weight: 8, arbitrary: fc.record({ kind: kind('action'), device, action: anyAction }) },
    { weight: 3, arbitrary: fc.record({ kind: kind('network'), device, isOnline: fc.boolean() }) },
    { weight: holds ? 3 : 0, arbitrary: fc.constant({ kind: 'all devices disconnect' as const }) },
    { weight: 6, arbitrary: fc.record({ kind: kind('send'), device }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('poll'), device }) },
    {
      weight: 10,
      arbitrary: fc.record({ kind: kind('deliver'), message: fc.nat(9), again: fc.boolean(), lost: fc.boolean() }),
    },
    { weight: holds ? 6 : 2, arbitrary: fc.constant({ kind: 'sweep' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'server crash' as const }) },
  )
  return fc.array(step, { minLength: 5, maxLength, size: 'max' })
}
