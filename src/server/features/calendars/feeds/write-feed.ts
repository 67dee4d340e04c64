import { sql } from 'kysely'
import { type FeedEvent, FOOTER, writeEvent, writeHeader } from '#core/calendars/write-calendar.ts'
import { DEFAULT_COLOR } from '#core/color.ts'
import { VERSION } from '#core/version.ts'
import { readEntriesInParts, type StoredEntry } from '#server/features/time-entries/queries.ts'
import type { LongQuestion } from '#server/http/long-questions/long-questions.ts'
import { createPacer } from '#server/yield-to-event-loop.ts'
import { type FeedContents, isInFeed } from './feed-contents.ts'
import { FEED_TEXTS } from './feed-texts.ts'

const PAGE_SIZE = 200
/** Calendar programs become slow with more. The latest entries come first. */
const MAX_EVENTS = 20_000

/** The content of a feed, page by page, as fast as its reader takes it. */
export async function* writeFeed(contents: FeedContents, question: LongQuestion): AsyncGenerator<string> {
  const { feed, running } = contents
  yield writeHeader({ name: feed.name, version: VERSION })
  if (running !== undefined) yield writeEvent(toRunningEvent(contents, running))
  const pacer = createPacer()
  for await (const entries of readPages(contents, question)) {
    for (const entry of entries) {
      // The running work shows the entry that it continues.
      if (entry.id !== running?.id) yield writeEvent(toEvent(contents, entry))
      if (pacer.shouldYield()) await pacer.yieldToEventLoop()
    }
  }
  yield FOOTER
}

/** A page continues after the last entry of the one before, so that changes meanwhile neither repeat nor hide others. */
async function* readPages(contents: FeedContents, { read, readPart }: LongQuestion) {
  const { userId, earliestStart } = contents
  let last = { started_at: Number.MAX_SAFE_INTEGER, id: '' }
  for (let count = 0; count < MAX_EVENTS; count += PAGE_SIZE) {
    const { rows } = await read((db) =>
      sql<typeof last>`
        select entry.started_at, entry.id from time_entries as entry
        where ${isInFeed(db, contents)} and (entry.started_at, entry.id) < (${last.started_at}, ${last.id})
          and entry.started_at >= ${earliestStart}
        order by entry.started_at desc, entry.id desc
        limit ${PAGE_SIZE}`.execute(db),
    )
    if (rows.length === 0) return
    yield* readEntriesInParts(
      readPart,
      userId,
      rows.map(({ id }) => id),
    )
    if (rows.length < PAGE_SIZE) return
    last = rows.at(-1)!
  }
}

function toEvent(contents: FeedContents, entry: StoredEntry): FeedEvent {
  const { startedAt, endedAt, durationMs, createdAt, updatedAt } = entry
  const texts = FEED_TEXTS[contents.language]
  const hasPauses = durationMs < endedAt - startedAt
  const worked = hasPauses ? [texts.worked(durationMs)] : []
  return {
    uid: entry.id,
    start: startedAt,
    end: endedAt,
    createdAt,
    updatedAt,
    ...describe(contents, { project: entry.projectId, task: entry.taskId, tags: entry.tags }),
    description: [...worked, ...notesOf(contents, entry.notes)].join('\n\n'),
  }
}

function toRunningEvent(contents: FeedContents, running: NonNullable<FeedContents['running']>): FeedEvent {
  const texts = FEED_TEXTS[contents.language]
  const { summary, ...subject } = describe(contents, running)
  return {
    uid: running.id,
    start: Date.parse(running.startTime),
    end: contents.now,
    createdAt: Date.parse(running.createdAt),
    updatedAt: contents.now,
    ...subject,
    summary: `${summary} (${texts.running})`,
    description: notesOf(contents, running.notes).join(''),
  }
}

const notesOf = ({ feed }: FeedContents, notes: string) => (feed.hasNotes && notes !== '' ? [notes] : [])

interface Subject {
  project: string
  task: string | null
  tags: readonly string[]
}

function describe({ projects, tasks, tags: names }: FeedContents, { project, task, tags }: Subject) {
  const { name = '', color = DEFAULT_COLOR } = projects.get(project) ?? {}
  const taskName = task === null ? undefined : tasks.get(task)
  return {
    summary: [name, taskName].filter(Boolean).join(' · '),
    categories: tags.flatMap((tag) => names.get(tag) ?? []),
    color,
  }
}
