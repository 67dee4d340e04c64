import type { FastifyInstance } from 'fastify'
import {
  type Calendar,
  type CalendarFileQuery,
  calendars,
  MAX_CALENDAR_BYTES,
  MAX_CALENDARS,
} from '#contract/integrations/calendars.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { assertFound, refuseField, Refusal } from '#server/errors.ts'
import { findProject } from '#server/features/projects/queries.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { leaveBodiesUnread, receiveBytes } from '#server/http/uploads/receive-upload.ts'
import { createUploadAdmission } from '#server/http/uploads/upload-admission.ts'
import type { SecretCipher } from '#server/secrets/secret-cipher.ts'
import { readInThread } from '../reading/read-in-thread.ts'
import {
  countCalendars,
  deleteCalendar,
  findCalendar,
  findCalendarRow,
  insertCalendar,
  listCalendars,
  listEvents,
  replaceEvents,
  updateCalendar,
} from './queries.ts'
import type { ReadSubscription } from './read-subscription.ts'

/** Each takes some megabytes of memory. */
const MAX_FILES_AT_ONCE = 4

interface Options {
  cipher: SecretCipher
  read: ReadSubscription
}

export function calendarRoutes(app: FastifyInstance, services: Services, { cipher, read }: Options) {
  const { db, now, limits } = services
  const find = async (userId: string, id: string) => assertFound(await findCalendar(db, userId, id), 'calendarNotFound')
  function seal(userId: string, address: string) {
    const url = URL.parse(address)
    if (url === null) throw refuseField('address', 'invalidValue')
    return { host: url.host, address: cipher.encrypt(Buffer.from(address), userId) }
  }

  async function readNow(userId: string, id: string) {
    await limits.countAttempt('calendar-read', userId)
    await read(userId, id)
    return find(userId, id)
  }

  serve(app, services, calendars.list, ({ session }) => listCalendars(db, session.userId))

  serve(app, services, calendars.events, ({ session, query }) => listEvents(db, session.userId, query))

  serve(app, services, calendars.create, async ({ session: { userId }, body }) => {
    const id = body.id ?? newId(now())
    const isNew = await withUserLock(db, userId, async (db) => {
      if ((await findCalendarRow(db, userId, id)) !== undefined) return false
      await checkNew(db, services, userId, body.project)
      const { name, color, project: project_id, zone, address } = body
      const calendar = { user_id: userId, id, name, color, project_id, zone, ...seal(userId, address) }
      await insertCalendar(db, { ...calendar, due_at: now() }, now())
      return true
    })
    return isNew ? readNow(userId, id) : find(userId, id)
  })

  serve(app, services, calendars.update, async ({ session: { userId }, params: { id }, body }) => {
    const { name, color, isVisible, project, address } = body
    await withUserLock(db, userId, async (db) => {
      const row = assertFound(await findCalendarRow(db, userId, id), 'calendarNotFound')
      if (address !== undefined && row.host === null) throw new Refusal('conflict', 'calendarHasNoAddress')
      await checkProject(db, userId, project)
      await updateCalendar(db, userId, id, {
        ...(name !== undefined && { name }),
        ...(color !== undefined && { color }),
        ...(isVisible !== undefined && { is_visible: Number(isVisible) }),
        ...(project !== undefined && { project_id: project }),
        ...(address !== undefined && { ...seal(userId, address), ...UNREAD, due_at: now() }),
        updated_at: now(),
      })
    })
    return address === undefined ? find(userId, id) : readNow(userId, id)
  })

  serve(app, services, calendars.refresh, async ({ session: { userId }, params: { id } }) => {
    const { host } = await find(userId, id)
    if (host === null) throw new Refusal('conflict', 'calendarHasNoAddress')
    return readNow(userId, id)
  })

  serve(app, services, calendars.remove, async ({ session: { userId }, params: { id } }) => {
    assertFound(await withUserLock(db, userId, (db) => deleteCalendar(db, userId, id)), 'calendarNotFound')
    return null
  })

  fileRoute(app, services, find)
}

/** Another address is another calendar. */
const UNREAD = { etag: null, modified: null, problem: null, failures: 0, read_at: null, checked_at: null }

function fileRoute(app: FastifyInstance, services: Services, find: (userId: string, id: string) => Promise<Calendar>) {
  const { db, now, limits } = services
  const withAdmission = createUploadAdmission(MAX_FILES_AT_ONCE)

  void app.register(async (app) => {
    leaveBodiesUnread(app)
    serve(app, services, calendars.upload, async ({ session: { userId }, query, request }) => {
      await limits.countAttempt('calendar-read', userId)
      await checkNew(db, services, userId, query.project)
      const options = { maxBytes: MAX_CALENDAR_BYTES, tooLarge: 'calendarFileTooLarge' } as const
      const bytes = await withAdmission((progress) => receiveBytes(request, { ...options, progress }))
      const content = await readInThread(bytes, { userId, zone: query.zone, now: now() })
      if (content === 'not-a-calendar') throw new Refusal('invalid', 'calendarNotReadable')
      if (content === 'too-complex') throw new Refusal('invalid', 'calendarTooComplex')
      const id = await withUserLock(db, userId, async (db) => {
        const calendar = toFileCalendar(userId, query, now())
        if ((await findCalendarRow(db, userId, calendar.id)) !== undefined) return calendar.id
        await checkNew(db, services, userId, query.project)
        await insertCalendar(db, calendar, now())
        await replaceEvents(db, calendar, content.events)
        const is_shortened = Number(content.isShortened)
        await updateCalendar(db, userId, calendar.id, { is_shortened, checked_at: now(), read_at: now() })
        return calendar.id
      })
      return find(userId, id)
    })
  })
}

const toFileCalendar = (userId: string, { id, name, color, project, zone }: CalendarFileQuery, now: number) => ({
  user_id: userId,
  id: id ?? newId(now),
  name,
  color,
  project_id: project ?? null,
  zone,
  host: null,
  address: null,
  due_at: null,
})

async function checkNew(db: Db, { quotas }: Services, userId: string, project: string | null | undefined) {
  await checkProject(db, userId, project)
  if (quotas.siteLimits !== null && (await countCalendars(db, userId)) >= MAX_CALENDARS)
    throw new Refusal('conflict', 'invalidRequest', {
      calendars: { key: 'quotaReached', params: { maximum: MAX_CALENDARS } },
    })
}

async function checkProject(db: Db, userId: string, project: string | null | undefined) {
  if (project !== null && project !== undefined) assertFound(await findProject(db, userId, project), 'projectNotFound')
}
