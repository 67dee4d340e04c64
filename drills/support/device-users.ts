import { setTimeout as sleep } from 'node:timers/promises'
import { entryIdOf } from '#core/timer/focus-sessions.ts'
import { startFaultProxy } from '#server/testing/fault-proxy.ts'
import { MINUTE_MS } from '../../src/core/time/units.ts'
import { type Device, openDevice } from './device.ts'
import { waitUntil } from './follower.ts'
import type { Person } from './people.ts'
import type { History } from './users-at-work.ts'

const SYNC_TIMEOUT_MS = 3 * MINUTE_MS

/** Sends each command from one of two devices, after both have the current state. */
export async function workInTurns(pair: [Device, Device], end: AbortSignal): Promise<History> {
  const entries: History['entries'] = []
  let turn = 0
  const press = async (type: 'start' | 'pause' | 'resume' | 'stop') => {
    const [here, there] = turn++ % 3 === 0 ? pair : pair.toReversed()
    const outcome = await here!.actions[type]({ save: true })
    if (!outcome.ok) throw new Error(`${type} is refused as ${outcome.code}`)
    const { event } = here!.pressed.at(-1)!
    const isKnown = () =>
      there!
        .state()
        .history.runs.at(-1)
        ?.log.some((done) => done.id === here!.pressed.at(-1)!.id)
    if ((await waitUntil(() => isKnown() === true, SYNC_TIMEOUT_MS)) === undefined)
      throw new Error(`${type} did not reach the other device`)
    await sleep(500 + Math.random() * 500)
    return event
  }
  while (!end.aborted) {
    const start = await press('start')
    const [pause, resume, stop] = [await press('pause'), await press('resume'), await press('stop')]
    const segments = [[start.at, pause.at] as const, [resume.at, stop.at] as const]
    entries.push({ id: entryIdOf({ runId: start.runId, phase: 0 }), segments })
  }
  return { person: pair[0].person, entries, commands: pair.flatMap(({ pressed }) => pressed.map(({ id }) => id)) }
}

/** Sends random commands from both devices, whatever state they show. */
export async function pressAtRandom(pair: [Device, Device], end: AbortSignal) {
  for (; !end.aborted; await sleep(100 + Math.random() * 500)) {
    const { actions } = pair[Math.floor(Math.random() * 2)]!
    const save = Math.random() < 0.7
    const choices = [
      () => actions.start({ stopwatch: save }),
      actions.pause,
      actions.resume,
      () => actions.stop({ save }),
    ]
    await choices[Math.floor(Math.random() * choices.length)]!()
  }
}

/** Works four focus sessions without a network, in three simulated hours, and then connects. */
export async function workOffline(person: Person, url: string, devices: Device[]): Promise<History> {
  const network = await startFaultProxy(Number(new URL(url).port))
  network.cut()
  const proxyUrl = `http://127.0.0.1:${network.port}`
  const device = await openDevice(person, { url: proxyUrl, behindMs: 180 * MINUTE_MS })
  const entries: History['entries'] = []
  for (let session = 0; session < 4; session++) {
    await device.actions.start()
    device.advance(10 * MINUTE_MS)
    await device.actions.pause()
    device.advance(20 * MINUTE_MS)
    await device.actions.resume()
    device.advance(5 * MINUTE_MS)
    await device.actions.stop({ save: true })
    device.advance(10 * MINUTE_MS)
    const [start, pause, resume, stop] = device.pressed.slice(-4).map(({ event }) => event)
    const segments = [[start!.at, pause!.at] as const, [resume!.at, stop!.at] as const]
    entries.push({ id: entryIdOf({ runId: start!.runId, phase: 0 }), segments })
  }
  network.heal()
  devices.push(device)
  return { person, entries, commands: device.pressed.map(({ id }) => id) }
}
