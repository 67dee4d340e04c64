import { timerPresets } from '#contract/timer-presets.ts'
import { call } from '#web/api/call.ts'
import { sendOrEnqueue, toQueuedRequest } from '#web/api/offline/mutation-queue.ts'
import { currentToken } from '#web/api/session.ts'

export interface Settings {
  workDuration: number
  breakDuration: number
  repetitions: number
}

/** Tells the server the settings of the timer, one after the other; of those that come meanwhile the latest alone. */
export function createSettingsSync(send: (settings: Settings) => Promise<unknown>) {
  let latest: Settings | undefined
  let sending = Promise.resolve()

  async function sendLatest() {
    const settings = latest
    latest = undefined
    // What fails disturbs nobody: the next change tells all of it anew.
    if (settings !== undefined) await send(settings).catch(() => undefined)
  }

  return (settings: Settings) => {
    latest = settings
    sending = sending.then(sendLatest)
  }
}

/** Outlives the page it is called from. */
export const syncSettings = createSettingsSync(async (body) => {
  if (currentToken() === undefined) return
  const requests = [toQueuedRequest(timerPresets.syncSettings, { body })]
  const failure = 'presets.failed.update'
  const change = { list: 'timer-presets', requests, optimisticPatch: {}, replaces: true, failure } as const
  await sendOrEnqueue(change, () => call(timerPresets.syncSettings, { body }))
})
