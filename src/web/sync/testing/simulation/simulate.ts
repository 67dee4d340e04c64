import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { elapsedAt } from '#core/timer/state.ts'
import { toVisibleState } from '#core/timer/testing/displayed-work.ts'
import { compareWithRunsAlone } from '#core/timer/testing/history-checks.ts'
import { toComparableSet } from '#core/timer/testing/stored-runs.ts'
import { ApiError } from '#web/api/api-error.ts'
import { isMutation } from '#web/sync/mutations.ts'
import type { Operation } from '#web/sync/operation.ts'
import { DISK_RETRY_MS } from '#web/sync/storage.ts'
import { withFakeGlobals } from './fake-globals.ts'
import type { Fault } from './faults.ts'
import { ItemServer, preferencesPath } from './item-server.ts'
import { Simulation } from './simulation.ts'
import type { Scenario, Step } from './steps.ts'

const MAX_ROUNDS = 50
const MAX_MESSAGES = 500

/** Runs the steps, then reconnects everything. Rejects if an invariant is broken. */
export async function simulate(scenario: Scenario, steps: readonly Step[], fault?: Fault) {
  const simulation = new Simulation(scenario, fault)
  return withFakeGlobals({ now: () => simulation.now, onError: simulation.fail }, async () => {
    try {
      for (const device of simulation.devices) device.openTab()
      await simulation.drain()
      for (const step of steps) await simulation.run(step)
      await reconnect(simulation)
      compare(simulation)
    } finally {
      for (const { tabs } of simulation.devices) for (const tab of tabs) tab.close()
    }
    return simulation
  })
}

/** Ends every failure, and delivers everything in the outboxes. */
async function reconnect(simulation: Simulation) {
  const { devices, network } = simulation
  simulation.step += 1
  if (devices.some(({ failsUntil }) => failsUntil >= simulation.now)) simulation.wait(DISK_RETRY_MS + 1)
  for (const device of devices) {
    device.disk.mode = 'prompt'
    device.setSignedIn(true)
    simulation.setOnline(device, true)
    if (device.tabs.length === 0) device.openTab()
  }
  network.lose()
  await simulation.drain()
  // Mutations do not wait for commands while sync is switched off.
  await emptyOutboxes(simulation, isMutation)
  for (const device of devices) simulation.setSyncEnabled(device, true)
  await emptyOutboxes(simulation, () => true)
}

/** Only timers that the engines have scheduled start anything. */
async function emptyOutboxes(simulation: Simulation, isIncluded: (operation: Operation) => boolean) {
  const { devices, network } = simulation
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
    for (const device of devices) {
      for (const tab of device.tabs) tab.runTimers()
      simulation.poll(device)
      await simulation.drain()
      for (let count = 0; network.messages.length > 0 && count < MAX_MESSAGES; count++) {
        const [message] = network.messages
        network.remove(message!)
        simulation.deliver(message!)
        await simulation.drain()
      }
    }
    const data = devices.flatMap(({ distinctData }) => distinctData())
    if (!data.some(({ operations }) => operations.some(isIncluded))) return
  }
  throw new Error('I4 an outbox never empties')
}

function compare(simulation: Simulation) {
  const { server, devices, scenario, now, audit, displays } = simulation
  server.check()
  const truth = timerStateAt(server.history, now)
  for (const { index, tabs } of devices)
    for (const tab of tabs) {
      if (toVisibleState(tab.stateAt(now)) !== toVisibleState(truth))
        throw new Error(`I4 device ${index} shows something else`)
      if (elapsedAt(tab.stateAt(now), now) < 0) throw new Error('I5 negative time')
    }
  compareWithRunsAlone(server.history, now)
  if (scenario.user === 'informed') compareWithReference(simulation)
  displays?.compare(server.history, now)
  audit.checkAllReceived()
  compareItems(simulation)
}

function compareWithReference({ server, reference, now }: Simulation) {
  const wanted = toComparableSet(reference.focusSessionsAt(now))
  const got = toComparableSet(
    focusSessionsAt(server.history, now).map(({ key, subject, status, segments }) => ({
      key,
      subject,
      status,
      segments,
    })),
  )
  if (wanted !== got) throw new Error(`I3 focus sessions differ\nwanted ${wanted}\ngot    ${got}`)
  if (toVisibleState(reference.stateAt(now)) !== toVisibleState(timerStateAt(server.history, now)))
    throw new Error('I3 the timer differs')
}

/** The server's items are those after the mutations of each device in the order in which its user made them. */
function compareItems({ server, audit, devices }: Simulation) {
  const expected = new ItemServer()
  for (const request of audit.expectedRequests())
    try {
      expected.receive(request)
    } catch (error) {
      // An entry of the timer, or an item that was lost with its tab.
      if (!(error instanceof ApiError)) throw error
    }
  const unknown = new Set<string>(
    devices.filter(({ hasFailed }) => hasFailed).map(({ index }) => preferencesPath(index)),
  )
  const isComparable = ([id]: [string, number]) => !audit.revertedItems.has(id) && !unknown.has(id)
  const [wanted, got] = [expected, server.items].map(({ versions }) =>
    toComparableSet([...versions].filter(isComparable)),
  )
  if (wanted !== got) throw new Error(`Q3 items differ\nwanted ${wanted}\ngot    ${got}`)
}
