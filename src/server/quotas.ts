import { sql } from 'kysely'
import { HOUR_MS, SECOND_MS } from '#core/time/units.ts'
import type { Db } from './db/connect.ts'
import { Refusal } from './errors.ts'
import { createOwnQuotas } from './loading/own-quotas.ts'

/** The most that one account can store. The setting `QUOTAS` changes single numbers. */
export const DEFAULT_QUOTAS = {
  'time-entries': 500_000,
  /** Tags of time entries, added up. */
  'entry-tags': 2_000_000,
  clients: 10_000,
  projects: 10_000,
  tasks: 20_000,
  tags: 10_000,
  'timer-presets': 500,
  'report-views': 500,
  webhooks: 10,
  /** Present and past ones: each change keeps the one before it. */
  goals: 2_000,
  /** Notes, names and descriptions. */
  'text-megabytes': 200,
  /** Files that are sent in parts, until they are imported. */
  'upload-megabytes': 1_024,
}

type Quota = keyof typeof DEFAULT_QUOTAS
export type QuotaLimits = Record<Quota, number>

/** Tables with few rows for each user, which are counted at each insert. */
const RECORD_TABLES = {
  clients: 'clients',
  projects: 'projects',
  tasks: 'tasks',
  tags: 'tags',
  'timer-presets': 'timer_presets',
  'report-views': 'report_views',
  webhooks: 'webhooks',
  goals: 'goals',
} as const
export type RecordQuota = keyof typeof RECORD_TABLES

/** The contents of an account that are too many to be counted at each insert. */
interface Usage {
  entries: number
  entryTags: number
  textBytes: number
}

export interface NewContent extends Partial<Usage> {
  records?: Partial<Record<RecordQuota, number>>
}

interface KnownUsage extends Usage {
  /** Undefined: it has only what was added since the start of the server. */
  countedAt?: number
}

/** Counts are repeated after this time, because other servers do not tell what they insert. */
const MAX_AGE_MS = HOUR_MS
/** A large account that seems to be full is counted again, as its user may have deleted something, but not more often. */
const MIN_AGE_MS = 5 * SECOND_MS
/** An account is counted when this part of a quota was added, so that most inserts count nothing. */
const UNCOUNTED_PART = 0.01
/** An account with more entries is counted in the background. */
const MAX_COUNTED_AT_ONCE = 500
const MAX_KNOWN_USERS = 10_000
const BYTES_PER_MEGABYTE = 1024 * 1024

interface QuotaOptions {
  db: Db
  /** Counts large accounts. */
  reader: Db
  /** Null: there are no quotas. */
  limits: QuotaLimits | null
  now: () => number
}

/**
 * Limits what one account can store. The numbers of entries and bytes are known from the last count and from what was
 * added since, so that an insert does not have to count them. They may be exceeded slightly by several servers.
 */
export function createQuotas({ limits: siteLimits, ...options }: QuotaOptions) {
  const usages = createUsages(options)
  const ownQuotas = createOwnQuotas(options.db, options.now)

  /** The quotas of a user: those that an administrator has set, and those of the server. Null: there are none. */
  async function limitsOf(userId: string, db?: Db): Promise<QuotaLimits | null> {
    const own = await ownQuotas.find(userId, db)
    if (Object.keys(own).length === 0) return siteLimits
    return { ...(siteLimits ?? UNLIMITED), ...own }
  }

  return {
    /**
     * Adds content that is about to be stored, or refuses it. Content that `findStored` finds is not refused, because a
     * client may repeat a request whose reply was lost. On SQLite a call within a transaction would wait for its end.
     */
    async add(userId: string, content: NewContent, findStored?: () => Promise<unknown>) {
      const limits = await limitsOf(userId)
      if (limits === null) return
      const isUncountedAllowed = (usage: Usage) => findExceeded(limits, usage, content, UNCOUNTED_PART) === undefined
      let usage = await usages.find(userId, isUncountedAllowed)
      if (findExceeded(limits, usage, content) !== undefined) usage = await usages.countAgain(userId, usage)
      const exceeded = findExceeded(limits, usage, content)
      if (exceeded === undefined) return addTo(usage, content)
      if ((await findStored?.()) === undefined) throw refuse(exceeded, limits[exceeded])
    },

    /** Refuses another record of a kind. */
    async checkRecord(db: Db, userId: string, quota: RecordQuota) {
      if (siteLimits === null) return
      const maximum = siteLimits[quota]
      if ((await countRecords(db, userId, quota, maximum)) >= maximum) throw refuse(quota, maximum)
    },

    /** Everything that an account stores, counted now. Undefined if there are no quotas. */
    async countAll(userId: string): Promise<StoredContent | undefined> {
      const limits = await limitsOf(userId)
      if (limits === null) return undefined
      const records: NewContent['records'] = {}
      for (const quota of ['clients', 'projects', 'tasks', 'tags', 'goals'] as const)
        records[quota] = await countRecords(options.reader, userId, quota, limits[quota])
      return { ...(await usages.count(userId)), records, limits }
    },

    /** Whether content fits into what is left of an account. */
    fits: (usage: StoredContent | undefined, content: NewContent) =>
      usage === undefined || findExceeded(usage.limits, usage, content) === undefined,

    /** Refuses content that does not fit into what is left of an account. */
    check(usage: StoredContent | undefined, content: NewContent) {
      if (usage === undefined) return
      const exceeded = findExceeded(usage.limits, usage, content)
      if (exceeded !== undefined) throw refuse(exceeded, usage.limits[exceeded])
    },

    /** Refuses another file that is sent in parts. */
    async checkUploads(db: Db, userId: string, totalBytes: number) {
      const maximum = (await limitsOf(userId, db))?.['upload-megabytes'] ?? Infinity
      if (totalBytes > maximum * BYTES_PER_MEGABYTE) throw refuse('upload-megabytes', maximum)
    },

    /** Makes the next insert count again, after many rows were inserted or deleted. */
    forget: usages.forget,

    /** The quotas of users for whom no administrator has set others. */
    siteLimits,
    /** Makes this server read the quotas of a user again. */
    forgetLimits: ownQuotas.forget,
  }
}

export type Quotas = ReturnType<typeof createQuotas>
type StoredContent = Usage & { records?: NewContent['records']; limits: QuotaLimits }

/** Knows what accounts store, and counts them when needed. */
function createUsages({ db, reader, now }: Omit<QuotaOptions, 'limits'>) {
  const known = new Map<string, KnownUsage>()
  const counting = new Map<string, Promise<KnownUsage>>()

  function remember(userId: string, usage: KnownUsage): KnownUsage {
    known.delete(userId)
    known.set(userId, usage)
    if (known.size > MAX_KNOWN_USERS) known.delete(known.keys().next().value!)
    return usage
  }

  /** Counts everything, once for several callers. */
  function count(userId: string) {
    const present = counting.get(userId)
    if (present !== undefined) return present
    const begun = countUsage(reader, userId)
      .then((usage) => remember(userId, { ...usage, countedAt: now() }))
      .finally(() => counting.delete(userId))
    counting.set(userId, begun)
    return begun
  }

  /** Returns undefined for an account with many entries. */
  async function countSmall(userId: string) {
    if (await hasManyEntries(db, userId)) return undefined
    return remember(userId, { ...(await countUsage(db, userId)), countedAt: now() })
  }

  return {
    count,
    /** Counts an account with few entries, or begins to count a large one. */
    async find(userId: string, isUncountedAllowed: (usage: Usage) => boolean) {
      const usage = known.get(userId) ?? remember(userId, { ...NOTHING })
      const { countedAt } = usage
      if (countedAt === undefined ? isUncountedAllowed(usage) : now() - countedAt < MAX_AGE_MS) return usage
      const small = await countSmall(userId)
      // If the count fails, the next insert repeats it.
      if (small === undefined) count(userId).catch(() => undefined)
      return small ?? usage
    },
    async countAgain(userId: string, usage: KnownUsage) {
      const small = await countSmall(userId)
      if (small !== undefined) return small
      return now() - (usage.countedAt ?? 0) < MIN_AGE_MS ? usage : count(userId)
    },
    forget: (userId: string) => void remember(userId, { ...NOTHING, ...known.get(userId), countedAt: -Infinity }),
  }
}

const UNLIMITED = Object.fromEntries(Object.keys(DEFAULT_QUOTAS).map((name) => [name, Infinity])) as QuotaLimits

const NOTHING: Usage = { entries: 0, entryTags: 0, textBytes: 0 }

const refuse = (quota: Quota, maximum: number) =>
  new Refusal('conflict', 'invalidRequest', { [quota]: { key: 'quotaReached', params: { maximum } } })

/** The first quota that the content would exceed. Content that adds nothing of a kind does not exceed its quota. */
function findExceeded(
  limits: QuotaLimits,
  usage: Omit<StoredContent, 'limits'>,
  content: NewContent,
  part = 1,
): Quota | undefined {
  const added: [Quota, stored: number, more: number, unit?: number][] = [
    ['time-entries', usage.entries, content.entries ?? 0],
    ['entry-tags', usage.entryTags, content.entryTags ?? 0],
    ['text-megabytes', usage.textBytes, content.textBytes ?? 0, BYTES_PER_MEGABYTE],
    ...Object.entries(content.records ?? {}).map(
      ([quota, more]) =>
        [quota as RecordQuota, usage.records?.[quota as RecordQuota] ?? 0, more] as [Quota, number, number],
    ),
  ]
  return added.find(([quota, stored, more, unit = 1]) => more > 0 && stored + more > limits[quota] * unit * part)?.[0]
}

function addTo(usage: Usage, { entries = 0, entryTags = 0, textBytes = 0 }: NewContent) {
  usage.entries += entries
  usage.entryTags += entryTags
  usage.textBytes += textBytes
}

/** The bytes of all texts in a value. */
export function textBytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, part) => sum + textBytesOf(part), 0)
}

async function countRecords(db: Db, userId: string, quota: RecordQuota, maximum: number) {
  const some = db
    .selectFrom(RECORD_TABLES[quota])
    .select('id')
    .where('user_id', '=', userId)
    .limit(maximum + 1)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function hasManyEntries(db: Db, userId: string) {
  const further = await db
    .selectFrom('time_entries')
    .select('id')
    .where('user_id', '=', userId)
    .offset(MAX_COUNTED_AT_ONCE)
    .limit(1)
    .executeTakeFirst()
  return further !== undefined
}

async function countUsage(db: Db, userId: string): Promise<Usage> {
  const bytesIn = (table: string, columns: readonly string[]) =>
    sql<number>`(select coalesce(sum(${sql.join(
      columns.map((column) => sql`octet_length(${sql.ref(column)})`),
      sql` + `,
    )}), 0) from ${sql.table(table)} where user_id = ${userId})`
  const { rows } = await sql<Usage>`select
    (select count(*) from time_entries where user_id = ${userId}) as "entries",
    (select count(*) from time_entry_tags where user_id = ${userId}) as "entryTags",
    cast(${sql.join(
      TEXT_COLUMNS.map(([table, ...columns]) => bytesIn(table, columns)),
      sql` + `,
    )} as bigint) as "textBytes"`.execute(db)
  return rows[0]!
}

const TEXT_COLUMNS = [
  ['time_entries', 'notes'],
  ['clients', 'name', 'contact_info'],
  ['projects', 'name', 'description'],
  ['tasks', 'name', 'description'],
  ['tags', 'name'],
  ['report_views', 'name', 'search'],
] as const
