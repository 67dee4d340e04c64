// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import type { DiskMode } from './testing/simulation/disk.ts'
import { FAULTS } from './testing/simulation/faults.ts'
import type { ItemAction } from './testing/simulation/item-user.ts'
import { type Content, CONTENTS, contentsOf } from './testing/simulation/schedule-contents.ts'
import { simulate } from './testing/simulation/simulate.ts'
import { anySteps, type Scenario, SCENARIOS, type Step } from './testing/simulation/steps.ts'
import type { UserAction } from './testing/simulation/timer-user.ts'

const TWO_DEVICES = SCENARIOS['two devices at the same time']!
const INFORMED = SCENARIOS['one user on three devices, seeing the true state']!
const CLOCKS_WRONG = SCENARIOS['clocks wrong by 0.4 s']!
const ONE_DEVICE = SCENARIOS['one device that is often offline']!

const act = (device: number, action: UserAction): Step => ({ kind: 'action', device, tab: 0, action })
const change = (type: ItemAction['type']): Step => ({ kind: 'item', device: 0, tab: 0, action: { type, item: 0 } })
const start = { type: 'start', isInfinite: false, entry: null, project: null } as const
const crash = { kind: 'crash', device: 0, tab: 0, isHidden: false, reopens: true } as const
const OFFLINE: Step = { kind: 'network', device: 0, isOnline: false }
const ONLINE: Step = { kind: 'network', device: 0, isOnline: true }
const DELIVER = { kind: 'deliver', message: 0, again: false, lost: false, isBusy: false } as const
const BUSY = { ...DELIVER, isBusy: true } as const

test('I4 once every command has arrived, all devices show the state of the server', async () => {
  const { devices, server, now } = await simulate(TWO_DEVICES, [
    act(0, start),
    { kind: 'network', device: 1, isOnline: false },
    act(1, { ...start, isInfinite: true }),
    { kind: 'wait', ms: 10 * MINUTE_MS },
    act(0, { type: 'stop', save: true }),
    act(1, { type: 'pause' }),
  ])
  const truth = timerStateAt(server.history, now)
  expect(truth).toMatchObject({ status: 'paused', isInfinite: true })
  for (const { disk, tabs } of devices) {
    expect(disk.data.operations).toEqual([])
    expect(tabs.map((tab) => tab.stateAt(now))).toEqual([truth])
  }
})

// Each ends with everything on the server, in order.
// prettier-ignore
test.each<[string, Step[]]>([
  ['a start on a project that was created offline',                [OFFLINE, change('create project'), act(0, { ...start, project: 0 })]],
  ['a change of an entry, and then its continuation',              [OFFLINE, change('create entry'), change('edit entry'), act(0, { ...start, entry: 1 })]],
  ['the continuation of an entry, and then its change',            [OFFLINE, change('create entry'), act(0, { ...start, entry: 1 }), change('edit entry')]],
  ['a page that crashes with a request on its way',                [act(0, start), { ...crash, requests: 'lost' }]],
  ['a page that crashes before the reply',                         [act(0, start), { ...crash, requests: 'received' }]],
  ['a request that arrives after its page has crashed',            [act(0, start), { ...crash, requests: 'late' }]],
  ['a server that crashes before its reply',                       [act(0, start), { kind: 'server crash', receives: true }]],
  ['a full disk',                                                  [{ kind: 'disk', device: 0, mode: 'failing' }, act(0, start), change('create project'), DELIVER]],
  ['a sign-out with unsent commands',                              [OFFLINE, act(0, start), { kind: 'session', device: 0, isSignedIn: false }]],
  ['a change in a page that has not read the earlier one yet',     [change('create project'), DELIVER, DELIVER, OFFLINE, change('rename project'), { kind: 'disk', device: 0, mode: 'slow' }, { ...crash, requests: 'lost' }, ONLINE, change('rename project'), DELIVER]],
])('Y2 Q3 nothing is lost: %s', async (_what, steps) => {
  const { audit } = await simulate(ONE_DEVICE, steps)
  expect(audit.operations.length).toBeGreaterThan(0)
  expect(audit.operations.every(({ isReceived }) => isReceived)).toBe(true)
})

test('Y2 a command that was not on disk yet is lost with its page', async () => {
  const { audit } = await simulate(ONE_DEVICE, [
    { kind: 'disk', device: 0, mode: 'slow' },
    act(0, start),
    { ...crash, requests: 'lost' },
  ])
  expect(audit.operations).toEqual([])
})

const disk = (mode: DiskMode): Step => ({ kind: 'disk', device: 0, mode })

// prettier-ignore
test.each<[string, Scenario, Step[]]>([
  ['an undo that arrives after a start on another device', TWO_DEVICES, [
    act(0, start),
    DELIVER,
    { kind: 'sync', device: 0, isEnabled: false },
    act(0, { type: 'stop', save: false }),
    act(0, { type: 'undo' }),
    { kind: 'wait', ms: 90 * MINUTE_MS },
    act(1, start),
  ]],
  ['a start in a tab without a disk, on a project that another tab discards', TWO_DEVICES, [
    OFFLINE,
    change('create project'),
    { kind: 'open', device: 0 },
    disk('failing'),
    act(0, { ...start, project: 1 }),
    disk('prompt'),
    { kind: 'wait', ms: 31_000 },
    { kind: 'timers', device: 0, tab: 1 },
    { kind: 'discard', device: 0, tab: 1 },
    { kind: 'send', device: 0, tab: 0 },
    ONLINE,
  ]],
  ['a sign-out before a start is stored on a disk that then fails', INFORMED, [
    disk('failing'),
    { kind: 'poll', device: 0 },
    DELIVER,
    disk('slow'),
    { kind: 'wait', ms: 31_000 },
    act(0, start),
    { kind: 'session', device: 0, isSignedIn: false },
    disk('failing'),
    { kind: 'wait', ms: 25 * MINUTE_MS },
    OFFLINE,
    act(0, start),
  ]],
  ['a pause that only the closing page could send, and that arrives when the phase is over', TWO_DEVICES, [
    act(1, start),
    DELIVER,
    DELIVER,
    disk('failing'),
    act(0, { type: 'pause' }),
    { ...crash, requests: 'lost', isHidden: true, reopens: false },
    { kind: 'wait', ms: 25 * MINUTE_MS },
    { ...DELIVER, message: 2 },
    { kind: 'sync', device: 0, isEnabled: false },
    act(0, { type: 'switch', project: null }),
  ]],
  ['an older reply to a device that has discarded what the server had received', CLOCKS_WRONG, [
    act(1, start),
    { kind: 'server crash', receives: true },
    act(2, start),
    { kind: 'poll', device: 1 },
    act(2, { type: 'pause' }),
    DELIVER,
    { ...crash, device: 1, requests: 'lost', isHidden: true },
    BUSY,
    { kind: 'discard', device: 1, tab: 0 },
    { ...crash, device: 1, requests: 'lost', reopens: false },
    { ...BUSY, message: 6 },
    act(1, { type: 'pause' }),
    { kind: 'network', device: 0, isOnline: false },
    BUSY,
    BUSY,
    { kind: 'discard', device: 1, tab: 0 },
    BUSY,
    { ...DELIVER, again: true },
    DELIVER,
    DELIVER,
    { ...BUSY, message: 2 },
    { ...crash, requests: 'lost', reopens: false },
    { kind: 'send', device: 0, tab: 0 },
    { kind: 'poll', device: 0 },
    BUSY,
    { kind: 'network', device: 0, isOnline: false },
  ]],
])('I3 Q3 the devices and the server agree after %s', async (_what, scenario, steps) => {
  const { server } = await simulate(scenario, steps)
  expect(server.history.runs.length).toBeGreaterThan(0)
})

/** A fixed seed, and few runs for each mutant. `npm run bench -- sim` tries many new ones. */
const SCHEDULES = { seed: 2_026, ...(process.env['MUTATE'] ? { numRuns: 50, endOnFailure: true } : { numRuns: 300 }) }

const reached = new Set<Content>()

test.each(Object.entries(SCENARIOS))(
  'I1 to I9, Y2 and Q3, %s: nothing is lost, repeated, reordered, counted twice or changed',
  { timeout: 300_000 },
  async (_name, scenario) => {
    const property = fc.asyncProperty(anySteps(scenario), async (steps) => {
      for (const content of contentsOf(await simulate(scenario, steps))) reached.add(content)
    })
    await fc.assert(property, SCHEDULES)
  },
)

test.skipIf(process.env['MUTATE'])('Y41 the schedules contain long breaks, waits, overtime and completed tasks', () => {
  expect([...reached].toSorted()).toEqual(CONTENTS.toSorted())
})

test.skipIf(process.env['MUTATE']).each(FAULTS)('Y2 the simulation detects a planted fault: %s', async (fault) => {
  const property = fc.asyncProperty(
    anySteps(ONE_DEVICE),
    async (steps) => void (await simulate(ONE_DEVICE, steps, fault)),
  )
  const { failed } = await fc.check(property, { seed: 2_026, numRuns: 1_000, endOnFailure: true })
  expect(failed).toBe(true)
})
