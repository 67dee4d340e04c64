import * as z from 'zod/mini'
import { DEFAULT_SETTINGS } from '#core/initial-data.ts'
import type { Endpoint } from './endpoint.ts'
import { between, ById, Id, name, NewId, says, Time } from './fields.ts'

const WorkMinutes = between(1, 180)
const BreakMinutes = between(0, 60)
const Repetitions = between(1, 20)
const FreeName = name().check(
  z.refine((name) => name.toLowerCase() !== DEFAULT_SETTINGS.toLowerCase(), says('nameReserved')),
)

export const TimerPreset = z.object({
  id: Id,
  name: z.string(),
  /** In minutes, as is the break. */
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
  name: FreeName,
  workDuration: WorkMinutes,
  breakDuration: BreakMinutes,
  repetitions: z._default(Repetitions, 1),
})
export type TimerPresetDraft = z.infer<typeof TimerPresetDraft>

/** What is left out stays as it is. */
export const TimerPresetChange = z.object({
  name: z.optional(FreeName),
  workDuration: z.optional(WorkMinutes),
  breakDuration: z.optional(BreakMinutes),
  repetitions: z.optional(Repetitions),
})
export type TimerPresetChange = z.infer<typeof TimerPresetChange>

export const timerPresets = {
  list: {
    method: 'GET',
    path: '/timer-presets',
    summary: `All timer presets, by name, except ${DEFAULT_SETTINGS}`,
    reply: z.array(TimerPreset),
  },
  read: {
    method: 'GET',
    path: '/timer-presets/:id',
    summary: 'One timer preset',
    params: ById,
    reply: TimerPreset,
  },
  create: {
    method: 'POST',
    path: '/timer-presets',
    summary: 'Makes a timer preset',
    creates: true,
    body: TimerPresetDraft,
    reply: TimerPreset,
  },
  update: {
    method: 'PUT',
    path: '/timer-presets/:id',
    summary: 'Changes a timer preset; what is left out stays',
    params: ById,
    body: TimerPresetChange,
    reply: TimerPreset,
  },
  remove: {
    method: 'DELETE',
    path: '/timer-presets/:id',
    summary: 'Deletes a timer preset',
    params: ById,
    reply: z.null(),
  },
  syncSettings: {
    method: 'POST',
    path: '/timer-presets/sync-settings',
    summary: `Keeps the settings of the timer, as the preset ${DEFAULT_SETTINGS}`,
    body: z.object({ workDuration: WorkMinutes, breakDuration: BreakMinutes, repetitions: Repetitions }),
    reply: TimerPreset,
  },
} as const satisfies Record<string, Endpoint>
