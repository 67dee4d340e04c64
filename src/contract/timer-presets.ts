import * as z from 'zod/mini'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import { crudEndpoints, type Endpoint } from './endpoint.ts'
import { integerBetween, Id, name, NewId, messageKey, Time } from './fields.ts'

const WorkMinutes = integerBetween(1, 180)
const BreakMinutes = integerBetween(0, 60)
const Repetitions = integerBetween(1, 20)
const PresetName = name().check(
  z.refine((name) => name.toLowerCase() !== DEFAULT_SETTINGS_NAME.toLowerCase(), messageKey('nameReserved')),
)

export const TimerPreset = z.object({
  id: Id,
  name: z.string(),
  /** In minutes, like `breakDuration`. */
  workDuration: z.number(),
  breakDuration: z.number(),
  repetitions: z.number(),
  user: Id,
  createdAt: Time,
  updatedAt: Time,
})
export type TimerPreset = z.infer<typeof TimerPreset>

export const TimerPresetDraft = z.object({
  id: NewId,
  name: PresetName,
  workDuration: WorkMinutes,
  breakDuration: BreakMinutes,
  repetitions: z._default(Repetitions, 1),
})
export type TimerPresetDraft = z.infer<typeof TimerPresetDraft>

/** Omitted fields stay unchanged. */
export const TimerPresetChange = z.object({
  name: z.optional(PresetName),
  workDuration: z.optional(WorkMinutes),
  breakDuration: z.optional(BreakMinutes),
  repetitions: z.optional(Repetitions),
})
export type TimerPresetChange = z.infer<typeof TimerPresetChange>

export const timerPresets = {
  ...crudEndpoints('/timer-presets', [TimerPreset, TimerPresetDraft, TimerPresetChange], {
    list: `All timer presets, by name, except ${DEFAULT_SETTINGS_NAME}`,
    read: 'One timer preset',
    create: 'Creates a timer preset',
    update: 'Changes a timer preset; omitted fields stay unchanged',
    remove: 'Deletes a timer preset',
  }),
  syncSettings: {
    method: 'POST',
    path: '/timer-presets/sync-settings',
    summary: `Saves the settings of the timer as the preset ${DEFAULT_SETTINGS_NAME}`,
    body: z.object({ workDuration: WorkMinutes, breakDuration: BreakMinutes, repetitions: Repetitions }),
    reply: TimerPreset,
  },
} as const satisfies Record<string, Endpoint>
