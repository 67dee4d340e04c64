import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CalendarFeed, calendarFeeds, MAX_CALENDARS } from '#contract/integrations/calendars.ts'
import type { TimeEntry } from '#contract/time-entries.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { assertFound, Refusal } from '#server/errors.ts'
import { findUser, isVerified, languageOf, requireUser } from '#server/features/users/queries.ts'
import type { FileResponse } from '#server/http/file-response.ts'
import { closeOnFailure } from '#server/http/long-questions/long-questions.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { serve, type Services, type Session } from '#server/http/serve.ts'
import { readContents } from './feed-contents.ts'
import {
  countFeeds,
  deleteFeed,
  findFeed,
  findFeedBySecret,
  insertFeed,
  listFeeds,
  recordFetch,
  replaceSecret,
  updateFeed,
} from './queries.ts'
import { writeFeed } from './write-feed.ts'

interface Options {
  publicUrl: string
  findRunning: (userId: string) => Promise<TimeEntry | undefined>
}

export function calendarFeedRoutes(app: FastifyInstance, services: Services, { publicUrl, findRunning }: Options) {
  const { db, now, quotas } = services
  const withAddress = (feed: CalendarFeed, secret: string) => ({
    ...feed,
    address: `${publicUrl}/api/calendar/${secret}.ics`,
  })

  serve(app, services, calendarFeeds.list, ({ session }) => listFeeds(db, session.userId))

  serve(app, services, calendarFeeds.create, async ({ session, body }) => {
    const { userId } = session
    await requireVerified(services, session)
    return withUserLock(db, userId, async (db) => {
      const draft = { ...body, id: body.id ?? newId(now()) }
      const known = await findFeed(db, userId, draft.id)
      if (known !== undefined) return { ...known, address: null }
      if (quotas.siteLimits !== null && (await countFeeds(db, userId)) >= MAX_CALENDARS)
        throw new Refusal('conflict', 'invalidRequest', {
          feeds: { key: 'quotaReached', params: { maximum: MAX_CALENDARS } },
        })
      const { secret, hash } = createSecret()
      return withAddress(await insertFeed(db, userId, draft, { hash, now: now() }), secret)
    })
  })

  serve(app, services, calendarFeeds.update, ({ session: { userId }, params, body }) =>
    withUserLock(db, userId, async (db) =>
      assertFound(await updateFeed(db, userId, { ...body, ...params }, now()), 'calendarFeedNotFound'),
    ),
  )

  serve(app, services, calendarFeeds.renew, async ({ session, params: { id } }) => {
    await requireVerified(services, session)
    const { userId } = session
    const { secret, hash } = createSecret()
    const feed = await withUserLock(db, userId, (db) => replaceSecret(db, userId, id, { hash, now: now() }))
    return withAddress(assertFound(feed, 'calendarFeedNotFound'), secret)
  })

  serve(app, services, calendarFeeds.remove, async ({ session: { userId }, params: { id } }) => {
    assertFound(await withUserLock(db, userId, (db) => deleteFeed(db, userId, id)), 'calendarFeedNotFound')
    return null
  })

  serve(app, services, calendarFeeds.fetch, async ({ params: { file }, request, reply }) => {
    const { userId, feed, language } = await openFeed(services, file, request)
    await recordFetch(db, userId, feed.id, now())
    const running = await findRunning(userId)
    const question = services.questions.open({ userId, request, isFresh: false })
    return closeOnFailure(question, async () => {
      const contents = await question.read((reader) =>
        readContents(reader, { feed, userId, language, running, now: now() }),
      )
      const hasContent = setVersion(request, reply, contents.version)
      const content = hasContent ? writeFeed(contents, question) : nothing()
      return { name: 'ritmo.ics', type: CALENDAR, content, onClose: question.close } satisfies FileResponse
    })
  })
}

const CALENDAR = 'text/calendar; charset=utf-8'

/** 32 random bytes, which nobody guesses. */
function createSecret() {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashOf(secret) }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** What leaves Ritmo needs an owner who can be reached. */
async function requireVerified({ db }: Services, session: Session) {
  if (!isVerified(await requireUser(db, session))) throw new Refusal('forbidden', 'shareNeedsVerified')
}

/** An address that is unknown, was replaced, or belongs to an account that may not share: all are answered alike. */
async function openFeed({ db, limits }: Services, file: string, request: FastifyRequest) {
  const found = await findFeedBySecret(db, hashOf(file.slice(0, -'.ics'.length)))
  const user = found && (await findUser(db, found.userId))
  if (found === undefined || user === undefined || !isVerified(user) || user.disabled_at !== null) {
    await limits.countAttempt('calendar-guess', networkOf(request.ip))
    throw new Refusal('not-found', 'calendarFeedNotFound')
  }
  await limits.countAttempt('calendar-feed', `${found.userId} ${found.feed.id}`)
  return { ...found, language: languageOf(user) ?? 'en' }
}

/** Returns false if the reader has this version already, or only asks about it. */
function setVersion(request: FastifyRequest, reply: FastifyReply, version: string) {
  const tag = `"${version}"`
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known.includes(tag) || known.includes('*')) reply.code(304)
  return reply.statusCode !== 304 && request.method !== 'HEAD'
}

async function* nothing() {}
