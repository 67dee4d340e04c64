import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  ENTRY_FIELDS,
  type EntryField,
  MAX_LISTED_ENTRIES,
  timeEntries,
  type TimeEntry,
  type TimeEntryFilter,
  type TimeEntryQuery,
} from '#contract/time-entries.ts'
import type { Db } from '#server/db/connect.ts'
import { assertFound, refuseField } from '#server/errors.ts'
import { findClient } from '#server/features/clients/queries.ts'
import { findProject } from '#server/features/projects/queries.ts'
import { resolveSearch } from '#server/features/search/queries.ts'
import { findTag } from '#server/features/tags/queries.ts'
import { findTask } from '#server/features/tasks/queries.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { closeOnFailure } from '#server/http/long-questions/long-questions.ts'
import { StreamedReply } from '#server/http/long-questions/streamed-reply.ts'
import { listFirst, type ListSelection, selectFirst, sumTimeEntries } from './list-queries.ts'
import { readEntryTexts } from './entry-texts.ts'
import { findEntryValues, loadFewEntries } from './queries.ts'

/** Lists of up to this many entries are read on the main thread, if an index leads to each of them. */
const MAX_SHORT_LIST = 200

export function entryListRoutes(app: FastifyInstance, services: Services) {
  const { db, questions } = services

  serve(app, services, timeEntries.list, async ({ session: { userId }, query, request, reply }) => {
    questions.check({ userId, request })
    await checkFilter(db, userId, query)
    const after = await findCursorEntry(db, userId, query)
    const { search: _, limit: _limit, fields: _fields, ...filter } = query
    const short = await readShortList(db, userId, query, { ...filter, after })
    if (short !== undefined) {
      if (short.hasMore) announceMore(reply, request, short.entries.at(-1)!.id)
      return short.entries
    }
    return readLongList(services, { userId, request, reply, query, selection: { ...filter, after } })
  })

  serve(app, services, timeEntries.totals, async ({ session: { userId }, query, request }) => {
    await checkFilter(db, userId, query)
    return questions.ask({ userId, request }, async (reader) =>
      sumTimeEntries(reader, userId, { ...query, searchTerms: await resolveSearch(reader, userId, query.search) }),
    )
  })
}

/** Returns undefined if the list may take long. */
async function readShortList(db: Db, userId: string, query: TimeEntryQuery, selection: ListSelection) {
  const { limit = MAX_SHORT_LIST } = query
  if (limit > MAX_SHORT_LIST || query.fields !== undefined || !hasIndex(query)) return undefined
  const entries = await loadFewEntries(db, userId, selectFirst(db, userId, selection, limit + 1))
  const hasMore = entries !== undefined && entries.length > limit
  if (entries === undefined || (hasMore && query.limit === undefined)) return undefined
  return { entries: entries.slice(0, limit), hasMore }
}

/** Whether the database finds the entries of a query in the order of an index, without looking at others. */
const hasIndex = ({ search, clientId, tagId, startDate, projectId, taskId }: TimeEntryQuery) =>
  [search, clientId, tagId, startDate].every((filter) => filter === undefined) &&
  (projectId === undefined || taskId === undefined)

interface LongList {
  userId: string
  request: FastifyRequest
  reply: FastifyReply
  query: TimeEntryQuery
  selection: ListSelection
}

/** Finds the places of all entries first, so that the headers can tell whether there are more; then reads them in parts. */
async function readLongList({ questions }: Services, { userId, request, reply, query, selection }: LongList) {
  const { limit = MAX_LISTED_ENTRIES, fields } = query
  const question = questions.open({ userId, request })
  return closeOnFailure(question, async () => {
    const found = await question.read(async (reader) => {
      const searchTerms = await resolveSearch(reader, userId, query.search)
      return listFirst(reader, userId, { ...selection, searchTerms }, limit + 1)
    })
    const listed = found.slice(0, limit)
    if (found.length > limit) {
      announceMore(reply, request, listed.at(-1)!.id)
      if (query.limit === undefined) reply.header('x-result-limit', MAX_LISTED_ENTRIES)
    }
    const texts = readEntryTexts(question.readPart, {
      userId,
      listed,
      isDense: !hasFilter(query),
      fields: fields === undefined ? ENTRY_FIELDS : (fields.split(',') as EntryField[]),
    })
    const wrap = (entries: TimeEntry[]) => entries
    return StreamedReply.ofTexts({ texts, wrap, isPartial: fields !== undefined, onClose: question.close })
  })
}

/** Whether many entries between the first and the last of a list may be missing in it. */
const hasFilter = ({ search, clientId, projectId, taskId, tagId }: TimeEntryQuery) =>
  [search, clientId, projectId, taskId, tagId].some((filter) => filter !== undefined)

/** Tells the address of the next page, relative to this one. */
function announceMore(reply: FastifyReply, request: FastifyRequest, cursor: string) {
  const query = new URLSearchParams(request.url.split('?')[1])
  query.set('cursor', cursor)
  reply.header('link', `<?${query.toString()}>; rel="next"`)
}

async function checkFilter(db: Db, userId: string, { projectId, clientId, taskId, tagId }: TimeEntryFilter) {
  if (clientId !== undefined) assertFound(await findClient(db, userId, clientId), 'clientNotFound')
  if (projectId !== undefined) assertFound(await findProject(db, userId, projectId), 'projectNotFound')
  if (taskId !== undefined) assertFound(await findTask(db, userId, taskId), 'taskNotFound')
  if (tagId !== undefined) assertFound(await findTag(db, userId, tagId), 'tagNotFound')
}

/** The last entry of the page before. */
async function findCursorEntry(db: Db, userId: string, { cursor }: TimeEntryQuery) {
  if (cursor === undefined) return undefined
  const entry = await findEntryValues(db, userId, cursor)
  if (entry === undefined) throw refuseField('cursor', 'timeEntryNotFound')
  return entry
}
