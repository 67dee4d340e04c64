import { timerPresets } from '#contract/timer-presets.ts'
import { createResource } from '#web/api/resource.ts'

export const presetList = createResource(timerPresets, {
  name: 'timer-presets',
  defaults: { repetitions: 1, user: '' },
  failures: { create: 'presets.failed.create', update: 'presets.failed.update', remove: 'presets.failed.delete' },
})
