import { timerPresets } from '#contract/timer-presets.ts'
import { call } from '#web/api/call.ts'
import { sendOrEnqueue, toQueuedRequest } from '#web/api/offline/mutation-queue.ts'
import { currentToken } from '#web/api/session.ts'

export interface Settings {
  workDuration: number
  breakDuration: number
  repetitions: number
}

/** Sends the timer's settings one request at a time. Of changes made meanwhile only the latest is sent. */
export function createSettingsSync(send: (settings: Settings) => Promise<unknown>) {
  let latest: Settings | undefined
  let sending = Promise.resolve()

  async function sendLatest() {
    const settings = latest
    latest = undefined
    // A failure is ignored, because the next change sends all settings again.
    if (settings !== undefined) await send(settings).catch(() => undefined)
  }

  return (settings: Settings) => {
    latest = settings
    sending = sending.then(sendLatest)
  }
}

/** Module state, so that a pending request survives leaving the page. */
export const syncSettings = createSettingsSync(async (body) => {
  if (currentToken() === undefined) return
  const requests = [toQueuedRequest(timerPresets.syncSettings, { body })]
  const failure = 'presets.failed.update'
  const change = { list: 'timer-presets', requests, optimisticPatch: {}, replaces: true, failure } as const
  await sendOrEnqueue(change, () => call(timerPresets.syncSettings, { body }))
})
