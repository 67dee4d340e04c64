import * as z from 'zod/mini'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import type { Endpoint } from './endpoint.ts'
import { Project } from './projects.ts'
import { TimerPreset } from './timer-presets.ts'

export const initialData = {
  load: {
    method: 'POST',
    path: '/initial-data',
    summary: `Projects and timer presets, ${DEFAULT_SETTINGS_NAME} included. Creates the default ones if there are none`,
    reply: z.object({ projects: z.array(Project), presets: z.array(TimerPreset) }),
  },
} as const satisfies Record<string, Endpoint>
