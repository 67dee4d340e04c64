import { timerPresets } from '#contract/timer-presets.ts'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import { createResource } from '#web/resources/resource.ts'

export const presetList = createResource(timerPresets, {
  name: 'timer-presets',
  defaults: { repetitions: 1, user: '' },
  // The timer's settings are a preset for clients of the specification; no screen of ours shows them as one.
  isListed: ({ name }) => name !== DEFAULT_SETTINGS_NAME,
  invalidates: [['initial-data']],
  failures: { create: 'presets.failed.create', update: 'presets.failed.update', remove: 'presets.failed.delete' },
})

/** Limits of the API. */
export const WORK_LIMITS = { min: 1, max: 180 }
export const BREAK_LIMITS = { min: 0, max: 60 }
export const REPETITION_LIMITS = { min: 1, max: 20 }
