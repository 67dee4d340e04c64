import * as z from 'zod/mini'
import { type TimerPreset, timerPresets } from '#contract/timer-presets.ts'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import { createResource } from '#web/resources/resource.ts'

/** The timer's settings are a preset for clients of the specification; no screen of ours shows them as one. */
const withoutSettings = z.overwrite<TimerPreset[]>((presets) =>
  presets.filter(({ name }) => name !== DEFAULT_SETTINGS_NAME),
)
const list = { ...timerPresets.list, reply: timerPresets.list.reply.check(withoutSettings) }

export const presetList = createResource(
  { ...timerPresets, list },
  {
    name: 'timer-presets',
    defaults: { repetitions: 1, user: '' },
    invalidates: [['initial-data']],
    failures: { create: 'presets.failed.create', update: 'presets.failed.update', remove: 'presets.failed.delete' },
  },
)

/** Limits of the API. */
export const WORK_LIMITS = { min: 1, max: 180 }
export const BREAK_LIMITS = { min: 0, max: 60 }
export const REPETITION_LIMITS = { min: 1, max: 20 }
