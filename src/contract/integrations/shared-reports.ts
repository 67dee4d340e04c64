import * as z from 'zod/mini'
import { DIMENSIONS, STEPS } from '#core/report/dimensions.ts'
import { MAX_TIME, MIN_TIME } from '#core/time-entries/worked-time.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, IdParams, messageKey, storable, Time, Zone } from '#contract/fields.ts'
import { wireTime } from '#contract/input/wire-time.ts'
import { Day, endsAfterStart, isShortEnough, Line } from '#contract/reports.ts'

/** What a shared report shows besides projects, days and sums of time. Notes are only shown with single entries. */
const Fields = z.object({
  clients: z.boolean(),
  tasks: z.boolean(),
  tags: z.boolean(),
  entries: z.boolean(),
  notes: z.boolean(),
})

const Range = z.object({ from: Day, to: Day }).check(endsAfterStart, isShortEnough)

const SharedReport = z.object({
  /** The id of the report view. */
  id: Id,
  name: z.string(),
  /** The address to pass on; null if the server cannot read it any more because its key has changed. */
  link: z.nullable(z.string()),
  fields: Fields,
  /** Null: the range of the view, which moves on with time. */
  range: z.nullable(z.object({ from: Day, to: Day })),
  /** The time zone of the report, unless the user has chosen one in the settings. */
  zone: z.string(),
  hasPassword: z.boolean(),
  expiresAt: z.nullable(Time),
  /** How often others have opened it. */
  views: z.number(),
  viewedAt: z.nullable(Time),
  createdAt: Time,
})
export type SharedReport = z.infer<typeof SharedReport>

const MIN_LINK_PASSWORD = 8
const LinkPassword = z
  .string()
  .check(z.minLength(MIN_LINK_PASSWORD, messageKey('tooShort')), z.maxLength(128, messageKey('tooLong')), storable)

/** Omitted fields stay unchanged. */
const Sharing = z.object({
  fields: z.optional(Fields),
  range: z.optional(z.nullable(Range)),
  zone: z.optional(Zone),
  /** Null removes the password. */
  password: z.optional(z.nullable(LinkPassword)),
  /** Null: it does not expire. */
  expiresAt: z.optional(z.nullable(wireTime<string>(MIN_TIME, MAX_TIME))),
})
export type Sharing = z.output<typeof Sharing>

export const sharedReports = {
  list: {
    method: 'GET',
    path: '/shared-reports',
    summary: 'The report views that are shared by a link',
    reply: z.array(SharedReport),
  },
  share: {
    method: 'PUT',
    path: '/shared-reports/:id',
    summary: 'Shares a report view by a link, or changes what its link shows; omitted fields stay unchanged',
    params: IdParams,
    body: Sharing,
    reply: SharedReport,
  },
  replaceLink: {
    method: 'POST',
    path: '/shared-reports/:id/link',
    summary: 'Replaces the link of a shared report; the former one stops working at once',
    params: IdParams,
    reply: SharedReport,
  },
  revoke: {
    method: 'DELETE',
    path: '/shared-reports/:id',
    summary: 'Ends the sharing of a report view; its link stops working at once',
    params: IdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>

/** Opens the report of one link for a while. */
const GRANT = { grant: z.string().check(z.maxLength(300), storable) }

/** A name, and the client of a project. Colours of clients and tags may be the default one; tasks have none. */
const Label = z.object({
  dimension: z.enum(['client', 'project', 'task', 'tag']),
  key: Id,
  name: z.string(),
  color: z.nullable(z.string()),
  client: z.nullable(z.string()),
})

const PublicReport = z.object({
  name: z.string(),
  /** The name of the user who shares the report. */
  sharedBy: z.string(),
  from: Day,
  to: Day,
  zone: z.string(),
  rounding: z.nullable(
    z.object({ direction: z.enum(['up', 'down', 'nearest']), minutes: z.number(), per: z.enum(['entry', 'day']) }),
  ),
  /** In words, in the language of the request. */
  filters: z.array(z.string()),
  group: z.enum(DIMENSIONS),
  subgroup: z.nullable(z.enum(DIMENSIONS)),
  hasClients: z.boolean(),
  hasEntries: z.boolean(),
  total: z.object({ milliseconds: z.number(), entries: z.number(), days: z.number() }),
  /** The length of the bars. */
  step: z.enum(STEPS),
  partsBy: z.enum(DIMENSIONS),
  bars: z.array(
    z.object({
      day: Day,
      milliseconds: z.number(),
      parts: z.array(z.object({ key: z.nullable(z.string()), milliseconds: z.number() })),
    }),
  ),
  /** The names of the keys. */
  labels: z.array(Label),
  lines: z.array(Line),
})
export type PublicReport = z.infer<typeof PublicReport>

/** Names are empty where there is none, or where the owner hides them. */
const PublicEntry = z.object({
  start: Time,
  end: Time,
  milliseconds: z.number(),
  project: z.string(),
  client: z.string(),
  task: z.string(),
  tags: z.array(z.string()),
  notes: z.string(),
})
export type PublicEntry = z.infer<typeof PublicEntry>

const PublicFormat = z.enum(['csv', 'xlsx', 'pdf'])
export type PublicFormat = z.infer<typeof PublicFormat>

/** What strangers with a link may request. They choose nothing but the page of the entries and the format of a file. */
export const publicReport = {
  open: {
    method: 'POST',
    path: '/public-report/open',
    summary: 'Exchanges the secret of a link for a grant of one hour; null if the link needs a password',
    public: true,
    duringMaintenance: true,
    body: z.object({
      secret: z.string().check(z.maxLength(300), storable),
      password: z.optional(z.string().check(z.maxLength(128, messageKey('tooLong')), storable)),
    }),
    reply: z.object({ grant: z.nullable(z.string()) }),
  },
  read: {
    method: 'GET',
    path: '/public-report',
    summary: 'A shared report: its totals, bars and lines',
    public: true,
    query: z.object(GRANT),
    reply: PublicReport,
  },
  entries: {
    method: 'GET',
    path: '/public-report/entries',
    summary: 'The time entries of a shared report, the newest first, page by page',
    public: true,
    query: z.object({ ...GRANT, cursor: z.optional(Id) }),
    reply: z.object({ entries: z.array(PublicEntry), cursor: z.nullable(Id) }),
  },
  export: {
    method: 'GET',
    path: '/public-report/export',
    summary: 'A shared report as a file',
    public: true,
    query: z.object({ ...GRANT, format: PublicFormat }),
    reply: z.string(),
    file: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/pdf'],
  },
} as const satisfies Record<string, Endpoint>
