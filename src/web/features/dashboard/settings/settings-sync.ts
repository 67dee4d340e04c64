import { type QueryClient, useMutation } from '@tanstack/react-query'
import { type LongBreak, timerPresets } from '#contract/timer-presets.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { currentToken } from '#web/api/session.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { sendOrEnqueue, toQueuedRequest } from '#web/sync/mutations.ts'
import { useSync } from '#web/sync/sync-context.ts'

export interface Settings {
  workDuration: number
  breakDuration: number
  repetitions: number
  longBreak: LongBreak | null
}

const MUTATION_KEY = ['timer-settings']

/** Sends the timer's settings one request at a time. Of changes made meanwhile only the latest is sent. */
export function useSyncSettings() {
  const sync = useSync()
  return useMutation({
    mutationKey: MUTATION_KEY,
    scope: { id: 'timer-settings' },
    mutationFn: async (body: Settings, { client }) => {
      if (!isLatest(client, body)) return
      if (currentToken() === undefined) return logFailure(new ApiError('missing-token'))
      const requests = [toQueuedRequest(timerPresets.syncSettings, { body })]
      const failure = 'presets.failed.update'
      const change = { list: 'timer-presets', requests, optimisticPatch: {}, replaces: true, failure } as const
      await sendOrEnqueue(sync, change, () => call(timerPresets.syncSettings, { body })).catch(logFailure)
    },
  }).mutate
}

const isLatest = (client: QueryClient, settings: Settings) =>
  client.getMutationCache().findAll({ mutationKey: MUTATION_KEY, status: 'pending' }).at(-1)?.state.variables ===
  settings

/** A failure is only logged, because the next change sends all settings again. */
function logFailure(error: unknown) {
  // oxlint-disable-next-line no-console -- the specification wants it logged
  console.warn(errorMessage(error, currentTranslation().t, 'presets.failed.update'))
}
