import { timerStateAt } from '#core/timer/replay.ts'
import { type DisplayedSegment, displayedWork, intersectSegments } from '#core/timer/testing/displayed-work.ts'
import { compareWithDisplayed } from '#core/timer/testing/history-checks.ts'
import type { TimerHistory } from '#core/timer/history.ts'
import type { SimulatedDevice } from './device.ts'
import { predictedHistory } from './predicted-history.ts'

/** The work that the devices and the server have displayed. */
export class DisplayRecord {
  #byServer: DisplayedSegment[] = []
  #byDevices: DisplayedSegment[][]

  constructor(devices: number) {
    this.#byDevices = Array.from({ length: devices }, () => [])
  }

  add(history: TimerHistory, devices: readonly SimulatedDevice[], from: number, to: number) {
    this.#byServer.push(...displayedWork(timerStateAt(history, from), from, to))
    for (const { index, distinctData, disk, isSignedIn } of devices) {
      // A command that is not on disk yet counts from the user's action.
      if (disk.isBusy || !isSignedIn) continue
      const displays = distinctData().map((data) => displayedWork(timerStateAt(predictedHistory(data), from), from, to))
      this.#byDevices[index]!.push(...displays.reduce(intersectDisplays))
    }
  }

  compare = (history: TimerHistory, now: number) =>
    compareWithDisplayed(history, now, { byServer: this.#byServer, byDevices: this.#byDevices })
}

/** The work that all tabs of a device have displayed. */
function intersectDisplays(some: DisplayedSegment[], others: DisplayedSegment[]): DisplayedSegment[] {
  return some.flatMap(([key, segment]) =>
    intersectSegments(
      [segment],
      others.filter(([other]) => other === key).map(([, other]) => other),
    ).map((common): DisplayedSegment => [key, common]),
  )
}
