import * as z from 'zod/mini'
import { TimerPresetDraft } from '#contract/timer-presets.ts'

export const PresetName = z.pick(TimerPresetDraft, { name: true })
