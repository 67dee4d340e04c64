import type { FastifyInstance } from 'fastify'
import { initialData } from '#contract/initial-data.ts'
import { PROJECT_DEFAULTS } from '#contract/projects.ts'
import { DEFAULT_PRESETS, DEFAULT_PROJECT } from '#core/initial-data.ts'
import { byName } from '#core/text/by-name.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { insertProject, listProjects } from '#server/features/projects/queries.ts'
import { findDefaultSettings, insertTimerPreset, listTimerPresets } from '#server/features/timer-presets/queries.ts'
import { serve, type Services } from '#server/http/serve.ts'

export function initialDataRoutes(app: FastifyInstance, services: Services) {
  const { db, now } = services

  serve(app, services, initialData.load, ({ session: { userId } }) =>
    withUserLock(db, userId, async (db) => {
      const projects = await listProjects(db, userId)
      if (projects.length === 0)
        projects.push(
          await insertProject(db, userId, { ...PROJECT_DEFAULTS, ...DEFAULT_PROJECT, id: newId(now()) }, now()),
        )
      const presets = await listTimerPresets(db, userId)
      if (presets.length === 0)
        for (const preset of DEFAULT_PRESETS)
          presets.push(await insertTimerPreset(db, userId, { ...preset, id: newId(now()) }, now()))
      const settings = await findDefaultSettings(db, userId)
      return { projects, presets: (settings ? [settings, ...presets] : presets).toSorted(byName) }
    }),
  )
}
