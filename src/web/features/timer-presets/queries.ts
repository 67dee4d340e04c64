import type { Input } from '#contract/endpoint.ts'
import { type TimerPreset, timerPresets } from '#contract/timer-presets.ts'
import { call } from '#web/api/call.ts'
import { createResource } from '#web/api/resource.ts'

export const presetList = createResource<
  TimerPreset,
  Input<typeof timerPresets.create>['body'],
  Input<typeof timerPresets.update>['body']
>({
  name: 'timer-presets',
  list: () => call(timerPresets.list, {}),
  create: (body) => call(timerPresets.create, { body }),
  update: (id, body) => call(timerPresets.update, { params: { id }, body }),
  remove: (id) => call(timerPresets.remove, { params: { id } }),
  defaults: { repetitions: 1, user: '' },
  failures: { create: 'presets.failed.create', update: 'presets.failed.update', remove: 'presets.failed.delete' },
})
