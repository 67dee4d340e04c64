import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { isReservedName, timerPresets } from '#contract/timer-presets.ts'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { assertFound, refuseField } from '#server/errors.ts'
import { serveCrud } from '#server/http/serve-crud.ts'
import { serve, type Services } from '#server/http/serve.ts'
import {
  deleteTimerPreset,
  findDefaultSettings,
  findTimerPreset,
  insertTimerPreset,
  listTimerPresets,
  updateTimerPreset,
} from './queries.ts'

type SyncedSettings = z.infer<typeof timerPresets.syncSettings.body>

interface Parts {
  /** The settings of a client that knows no long breaks, without the lengths of the timer's present phase. */
  withoutPhaseLengths: (userId: string, settings: SyncedSettings) => Promise<SyncedSettings>
}

export function timerPresetRoutes(app: FastifyInstance, services: Services, { withoutPhaseLengths }: Parts) {
  const { db, now } = services

  serve(app, services, timerPresets.list, ({ session }) => listTimerPresets(db, session.userId))

  serveCrud(app, services, timerPresets, {
    find: findTimerPreset,
    insert: insertTimerPreset,
    update: updateTimerPreset,
    remove: deleteTimerPreset,
    notFound: 'timerPresetNotFound',
    quota: 'timer-presets',
    check: checkName,
  })

  serve(app, services, timerPresets.syncSettings, async ({ session: { userId }, body }) => {
    const settings = body.longBreak === undefined ? await withoutPhaseLengths(userId, body) : body
    return withUserLock(db, userId, async (db) => {
      const { id } = (await findDefaultSettings(db, userId)) ?? {}
      if (id === undefined)
        return insertTimerPreset(db, userId, { ...settings, id: newId(now()), name: DEFAULT_SETTINGS_NAME }, now())
      return assertFound(await updateTimerPreset(db, userId, { ...settings, id }, now()), 'timerPresetNotFound')
    })
  })
}

/** The timer's settings keep their name, and no other preset gets it. */
async function checkName(db: Db, userId: string, { id, name }: { id: string; name?: string | undefined }) {
  if (name === undefined) return
  const isSettings = (await findDefaultSettings(db, userId))?.id === id
  if (isSettings && name !== DEFAULT_SETTINGS_NAME) throw refuseField('name', 'nameFixed')
  if (!isSettings && isReservedName(name)) throw refuseField('name', 'nameReserved')
}
