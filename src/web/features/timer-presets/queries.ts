import { timerPresets } from '#contract/timer-presets.ts'
import { createResource } from '#web/resources/resource.ts'

export const presetList = createResource(timerPresets, {
  name: 'timer-presets',
  defaults: { repetitions: 1, user: '' },
  failures: { create: 'presets.failed.create', update: 'presets.failed.update', remove: 'presets.failed.delete' },
})

/** Limits of the API, and the end of the slider, which covers the usual values. */
export const WORK_LIMITS = { min: 1, max: 180, sliderMax: 60 }
export const BREAK_LIMITS = { min: 0, max: 60, sliderMax: 30 }
export const REPETITION_LIMITS = { min: 1, max: 20, sliderMax: 10 }
