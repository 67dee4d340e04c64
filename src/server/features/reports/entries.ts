import { sql } from 'kysely'
import type { TimeEntry } from '#contract/time-entries.ts'
import type { Period } from '#core/report/buckets.ts'
import { timeWithin } from '#core/report/rounding.ts'
import type { Db } from '#server/db/connect.ts'
import {
  type EntryValues,
  findEarliestStart,
  findEntryValues,
  readEntriesInParts,
  toJson,
} from '#server/features/time-entries/queries.ts'
import type { LongQuestion } from '#server/http/long-questions/long-questions.ts'
import { StreamedReply } from '#server/http/long-questions/streamed-reply.ts'
import type { ResolvedQuery } from './resolve-query.ts'

type StoredEntry = Parameters<typeof toJson>[0] & Pick<EntryValues, 'segments'>

interface EntriesPage<Entry> extends Pick<ResolvedQuery, 'userId' | 'conditions'> {
  period: Period
  /** An entry as the reply has it. */
  toReply: (entry: StoredEntry, period: Period) => Entry
  limit: number
  /** The id of the last entry of the page before. */
  cursor?: string | undefined
}

/** One condition, because SQLite would search by the first of two and compare all entries before the page by the other. */
const comesAfter = (last: EntryValues | undefined, to: number) =>
  last !== undefined && last.startedAt < to
    ? sql`(entry.started_at, entry.id) < (${last.startedAt}, ${last.id})`
    : sql`entry.started_at < ${to}`

/**
 * Replies with the entries of a report, newest first, each with its time within the report. An entry may have a thousand
 * segments, so they are read in parts while they are sent, and the question stays open until then.
 */
export async function replyWithEntries<Entry>(
  question: LongQuestion,
  readPage: (reader: Db) => Promise<EntriesPage<Entry>>,
) {
  const { page, ids, firstPart } = await question.read(async (reader) => {
    const page = await readPage(reader)
    const ids = await listIds(reader, page)
    const { value: firstPart = [] } = await readInParts((work) => work(reader), page, ids).next()
    return { page, ids, firstPart }
  })
  const cursor = ids.length < page.limit ? null : ids.at(-1)!
  return StreamedReply.of({
    // Most pages have one part, which does not wait for another turn.
    parts: firstPart.length === ids.length ? giveOnce(firstPart) : readInParts(question.readPart, page, ids),
    wrap: (entries) => ({ entries, cursor }),
    onClose: question.close,
  })
}

type IdsPage = Omit<EntriesPage<unknown>, 'toReply'>

async function listIds(db: Db, { userId, conditions, period: { from, to }, limit, cursor }: IdsPage) {
  const last = cursor === undefined ? undefined : await findEntryValues(db, userId, cursor)
  const { rows } = await sql<{ id: string }>`
    select entry.id from time_entries as entry
    where ${conditions} and entry.ended_at > ${from}
      and entry.started_at >= ${await findEarliestStart(db, userId, from)}
      and ${comesAfter(last, to)}
    order by entry.started_at desc, entry.id desc
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** With its time within the report. */
export const toReportEntry = (entry: StoredEntry, period: Period): TimeEntry & { milliseconds: number } => ({
  ...toJson(entry),
  milliseconds: timeWithin(entry.segments, period),
})

async function* readInParts<Entry>(
  read: LongQuestion['read'],
  { userId, period, toReply }: EntriesPage<Entry>,
  ids: readonly string[],
): AsyncGenerator<Entry[], undefined> {
  for await (const part of readEntriesInParts(read, userId, ids)) yield part.map((entry) => toReply(entry, period))
}

async function* giveOnce<Part>(part: Part) {
  yield part
}
