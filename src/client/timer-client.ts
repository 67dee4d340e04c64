import type { TimerState } from '#core/timer/state.ts'
import type { Call } from './call.ts'
import {
  addCommands,
  type ChooseActions,
  type DeviceTimer,
  type DeviceTools,
  refreshTimer,
  type RejectionCode,
  sendCommands,
  stateOf,
} from './timer-device.ts'

export interface TimerAt {
  state: TimerState
  at: number
}

/** The timer has refused an action. */
export class TimerRefusal extends Error {
  override name = 'TimerRefusal'
  readonly code: RejectionCode

  constructor(code: RejectionCode) {
    super(code)
    this.code = code
  }
}

/** A device that is always connected and so keeps no commands. It may know less of its sequence than the server. */
export function createTimerClient(call: Call, device: DeviceTimer, tools: DeviceTools) {
  let timer = device
  const view = (): TimerAt => {
    const at = tools.now() + timer.clockOffset
    return { state: stateOf(timer, at), at }
  }
  const read = async (): Promise<TimerAt> => {
    timer = await refreshTimer(call, timer, tools)
    return view()
  }
  return {
    read,
    /** Returns the timer before and after. */
    async act(choose: ChooseActions): Promise<{ before: TimerAt; after: TimerAt }> {
      const before = await read()
      const changed = addCommands(timer, choose, tools)
      if (typeof changed === 'string') throw new TimerRefusal(changed)
      const { timer: sent, rejected } = await sendCommands(call, changed, tools)
      timer = { ...sent, pending: [] }
      if (rejected[0] !== undefined) throw new TimerRefusal(rejected[0].code)
      return { before, after: view() }
    },
  }
}
export type TimerClient = ReturnType<typeof createTimerClient>
