import type { FastifyInstance } from 'fastify'
import { initialData } from '#contract/initial-data.ts'
import { PROJECT_DEFAULTS } from '#contract/projects.ts'
import { DEFAULT_PRESETS, DEFAULT_PROJECT, DEFAULT_SETTINGS_NAME, INITIAL_SETTINGS } from '#core/initial-data.ts'
import { byName } from '#core/text/by-name.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { insertProject, listProjectNames, readProjects } from '#server/features/projects/queries.ts'
import { insertTimerPreset, listTimerPresets } from '#server/features/timer-presets/queries.ts'
import { replyWithSortedList } from '#server/http/long-questions/sorted-list.ts'
import { serve, type Services } from '#server/http/serve.ts'

export function initialDataRoutes(app: FastifyInstance, services: Services) {
  const { db, now } = services

  serve(app, services, initialData.load, async ({ session: { userId }, request }) => {
    const presets = await withUserLock(db, userId, async (db) => {
      if ((await readProjects(db, userId, { limit: 1 })).length === 0)
        await insertProject(db, userId, { ...PROJECT_DEFAULTS, ...DEFAULT_PROJECT, id: newId(now()) }, now())
      return loadPresets(db, userId, now())
    })
    return replyWithSortedList(
      services,
      { userId, request },
      { read: readProjects, readNames: listProjectNames, wrap: (projects) => ({ projects, presets }) },
    )
  })
}

/** All presets, the timer's settings included. A user without other presets gets the default ones. */
async function loadPresets(db: Db, userId: string, now: number) {
  const presets = await listTimerPresets(db, userId)
  if (presets.some(({ name }) => name !== DEFAULT_SETTINGS_NAME)) return presets
  const hasSettings = presets.length > 0
  // Without stored settings the timer would start with 52/17 on the next visit.
  const settings = hasSettings ? [] : [{ ...INITIAL_SETTINGS, name: DEFAULT_SETTINGS_NAME }]
  for (const preset of [...DEFAULT_PRESETS, ...settings])
    presets.push(await insertTimerPreset(db, userId, { ...preset, id: newId(now) }, now))
  return presets.toSorted(byName)
}
