import type { FastifyInstance } from 'fastify'
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

export function timerPresetRoutes(app: FastifyInstance, services: Services) {
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

  serve(app, services, timerPresets.syncSettings, ({ session: { userId }, body }) =>
    withUserLock(db, userId, async (db) => {
      const { id } = (await findDefaultSettings(db, userId)) ?? {}
      if (id === undefined)
        return insertTimerPreset(db, userId, { ...body, id: newId(now()), name: DEFAULT_SETTINGS_NAME }, now())
      return assertFound(await updateTimerPreset(db, userId, { ...body, id }, now()), 'timerPresetNotFound')
    }),
  )
}

/** The timer's settings keep their name, and no other preset gets it. */
async function checkName(db: Db, userId: string, { id, name }: { id: string; name?: string | undefined }) {
  if (name === undefined) return
  const isSettings = (await findDefaultSettings(db, userId))?.id === id
  if (isSettings && name !== DEFAULT_SETTINGS_NAME) throw refuseField('name', 'nameFixed')
  if (!isSettings && isReservedName(name)) throw refuseField('name', 'nameReserved')
}
