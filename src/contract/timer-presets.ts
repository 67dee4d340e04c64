import * as z from 'zod/mini'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import { crudEndpoints, type Endpoint } from './endpoint.ts'
import { integerBetween, Id, name, NewId, messageKey, Time } from './fields.ts'

const WorkMinutes = integerBetween(1, 180)
const BreakMinutes = integerBetween(0, 60)
const Repetitions = integerBetween(1, 20)
/** A break of another length, in minutes, after every so many work phases. */
const LongBreak = z.object({ duration: integerBetween(1, 120), every: integerBetween(2, 20) })
export type LongBreak = z.infer<typeof LongBreak>
const LongBreakChoice = z.optional(z.nullable(LongBreak))
/** Whether the name is that of the timer's settings, however it is written. */
export const isReservedName = (name: string) => name.toLowerCase() === DEFAULT_SETTINGS_NAME.toLowerCase()
export const notReserved = z.refine<string>((name) => !isReservedName(name), messageKey('nameReserved'))
const PresetName = name().check(notReserved)

export const TimerPreset = z.object({
  id: Id,
  name: z.string(),
  /** In minutes, like `breakDuration`. */
  workDuration: z.number(),
  breakDuration: z.number(),
  repetitions: z.number(),
  /** Missing if all breaks are alike. */
  longBreak: LongBreakChoice,
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
  longBreak: LongBreakChoice,
})
export type TimerPresetDraft = z.infer<typeof TimerPresetDraft>

/** Omitted fields stay unchanged. The reserved name is accepted for the preset that has it. */
export const TimerPresetChange = z.object({
  name: z.optional(name()),
  workDuration: z.optional(WorkMinutes),
  breakDuration: z.optional(BreakMinutes),
  repetitions: z.optional(Repetitions),
  /** Null: all breaks are alike. */
  longBreak: LongBreakChoice,
})
export type TimerPresetChange = z.infer<typeof TimerPresetChange>

export const timerPresets = {
  ...crudEndpoints(
    '/timer-presets',
    [TimerPreset, TimerPresetDraft, TimerPresetChange],
    {
      list: `All timer presets, by name. ${DEFAULT_SETTINGS_NAME} are the timer's own settings`,
      read: 'One timer preset',
      create: 'Creates a timer preset',
      update: `Changes a timer preset; omitted fields stay unchanged, and ${DEFAULT_SETTINGS_NAME} keeps its name`,
      remove: 'Deletes a timer preset',
    },
    'catalogue',
  ),
  syncSettings: {
    method: 'POST',
    path: '/timer-presets/sync-settings',
    summary: `Saves the settings of the timer as the preset ${DEFAULT_SETTINGS_NAME}; without a long break it keeps the one it has`,
    scopes: ['catalogue'],
    body: z.object({
      workDuration: WorkMinutes,
      breakDuration: BreakMinutes,
      repetitions: Repetitions,
      longBreak: LongBreakChoice,
    }),
    reply: TimerPreset,
  },
} as const satisfies Record<string, Endpoint>
