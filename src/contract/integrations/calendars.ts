import * as z from 'zod/mini'
import { DAY_MS } from '#core/time/units.ts'
import { Color, Id, IdParams, integerBetween, messageKey, name, NewId, text, Time, trimmed, Zone } from '../fields.ts'
import type { Endpoint } from '../endpoint.ts'
import { Day, endsAfterStart } from '../reports.ts'

/** Of each kind in one account. */
export const MAX_CALENDARS = 20
/** The largest calendar that is read, from an address or as a file. */
export const MAX_CALENDAR_BYTES = 5 * 1024 * 1024
/** The longest period of a feed. */
export const MAX_FEED_DAYS = 1_100

const Ids = z.array(Id).check(z.maxLength(100))

const FEED = {
  name: z.string(),
  /** With clients and projects, the feed has the entries of these alone; with neither, all entries. */
  clients: z.array(Id),
  projects: z.array(Id),
  /** Without notes, events show project and task only. */
  hasNotes: z.boolean(),
  /** How many days the feed goes back. */
  days: z.number(),
}

const CalendarFeed = z.object({
  id: Id,
  ...FEED,
  /** When a calendar program read the feed last, to a minute; null if none did. */
  fetchedAt: z.nullable(Time),
  createdAt: Time,
  updatedAt: Time,
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** The address is told once, because only its hash is stored. It is null when a request to create a feed is repeated. */
const AddressedFeed = z.object({ ...CalendarFeed.shape, address: z.nullable(z.string()) })

const Days = integerBetween(1, MAX_FEED_DAYS)

export const CalendarFeedDraft = z.object({
  id: NewId,
  name: name(),
  clients: z._default(Ids, []),
  projects: z._default(Ids, []),
  hasNotes: z._default(z.boolean(), true),
  days: z._default(Days, 90),
})
export type CalendarFeedDraft = z.infer<typeof CalendarFeedDraft>

/** Omitted fields stay unchanged. */
const CalendarFeedChange = z.object({
  name: z.optional(name()),
  clients: z.optional(Ids),
  projects: z.optional(Ids),
  hasNotes: z.optional(z.boolean()),
  days: z.optional(Days),
})
export type CalendarFeedChange = z.infer<typeof CalendarFeedChange>

/** 32 random bytes. */
const FeedFile = z.string().check(z.regex(/^[\w-]{43}\.ics$/, messageKey('invalidValue')))

export const calendarFeeds = {
  list: {
    method: 'GET',
    path: '/calendar-feeds',
    summary: 'All calendar feeds, by name',
    reply: z.array(CalendarFeed),
  },
  create: {
    method: 'POST',
    path: '/calendar-feeds',
    summary: 'Makes a secret calendar of time entries and replies with its address, once. Needs a verified address',
    creates: true,
    body: CalendarFeedDraft,
    reply: AddressedFeed,
  },
  update: {
    method: 'PUT',
    path: '/calendar-feeds/:id',
    summary: 'Changes a calendar feed; omitted fields stay unchanged',
    params: IdParams,
    body: CalendarFeedChange,
    reply: CalendarFeed,
  },
  renew: {
    method: 'POST',
    path: '/calendar-feeds/:id/address',
    summary: 'Gives a calendar feed a new address; the old one stops working at once. Needs a verified address',
    params: IdParams,
    reply: AddressedFeed,
  },
  remove: {
    method: 'DELETE',
    path: '/calendar-feeds/:id',
    summary: 'Deletes a calendar feed; its address stops working at once',
    params: IdParams,
    reply: z.null(),
  },
  fetch: {
    method: 'GET',
    path: '/calendar/:file',
    summary: 'The time entries of a feed as an iCalendar file. The secret address is the permission',
    public: true,
    limitsItself: true,
    params: z.object({ file: FeedFile }),
    reply: z.string(),
    file: ['text/calendar; charset=utf-8'],
  },
} as const satisfies Record<string, Endpoint>

/** Why a calendar could not be read. */
const CALENDAR_PROBLEMS = [
  'address-not-allowed',
  'name-not-found',
  'no-connection',
  'timed-out',
  'certificate',
  'not-http',
  'moved',
  'forbidden',
  'not-found',
  'server-error',
  'not-a-calendar',
  'too-large',
  'too-complex',
  'address-lost',
] as const
export type CalendarProblem = (typeof CALENDAR_PROBLEMS)[number]

const Calendar = z.object({
  id: Id,
  name: z.string(),
  color: z.string(),
  /** Whether the week shows its events. */
  isVisible: z.boolean(),
  /** The project that is suggested for entries made of its events. */
  project: z.nullable(Id),
  /** The host of its address; null for an uploaded file. The address itself is never told again. */
  host: z.nullable(z.string()),
  /** The number of stored events, of half a year before and after the last reading. */
  events: z.number(),
  /** The calendar has more events than are stored: those nearest to the day of reading are. */
  isShortened: z.boolean(),
  problem: z.nullable(z.enum(CALENDAR_PROBLEMS)),
  /** When the server tried to read it last; null if it has not yet. */
  checkedAt: z.nullable(Time),
  /** When it was read completely; null if it never was. */
  readAt: z.nullable(Time),
  createdAt: Time,
  updatedAt: Time,
})
export type Calendar = z.infer<typeof Calendar>

/** Without user and password. */
const WEB_ADDRESS = /^(?:https?|webcals?):\/\/[^\s/?#@]+(?:[/?#]\S*)?$/

/** Programs write `webcal:` for an address that is read with https. */
const Address = z.pipe(
  text(2_000).check(trimmed, z.minLength(1, messageKey('required')), z.regex(WEB_ADDRESS, messageKey('invalidValue'))),
  z.transform((address) => address.replace(/^webcals?:/i, 'https:')),
)

const OptionalProject = z.nullable(Id)

export const CalendarDraft = z.object({
  id: NewId,
  name: name(),
  address: Address,
  color: Color,
  project: z._default(OptionalProject, null),
  /** Times without a zone are those of this one. */
  zone: Zone,
})
export type CalendarDraft = z.infer<typeof CalendarDraft>
/** The form of a calendar from a file, whose address is left empty. */
export const CalendarFileDraft = z.extend(CalendarDraft, { address: z.string() })

/** Omitted fields stay unchanged. */
const CalendarChange = z.object({
  name: z.optional(name()),
  address: z.optional(Address),
  color: z.optional(Color),
  isVisible: z.optional(z.boolean()),
  project: z.optional(OptionalProject),
})
export type CalendarChange = z.infer<typeof CalendarChange>
/** The form of a change, in which an empty address keeps the present one. */
export const CalendarForm = z.object({
  name: name(),
  color: Color,
  project: OptionalProject,
  address: z.union([z.literal(''), Address]),
})

const FileQuery = z.object({
  id: NewId,
  name: name(),
  color: Color,
  project: z.optional(Id),
  zone: Zone,
})
export type CalendarFileQuery = z.infer<typeof FileQuery>

const CalendarEvent = z.object({
  /**
   * Derives from the ids that the event has in its calendar. A time entry that is made of the event has the same id, so
   * it is made once, and `isUsed` tells whether it exists.
   */
  id: Id,
  calendar: Id,
  title: z.string(),
  /** Null for events of whole days. */
  start: z.nullable(Time),
  end: z.nullable(Time),
  /** The first and the last day of an event of whole days, or of a day and longer: `2026-03-02`. */
  firstDay: z.nullable(z.iso.date()),
  lastDay: z.nullable(z.iso.date()),
  isUsed: z.boolean(),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

const MAX_PERIOD_DAYS = 31
export const isMonthAtMost = z.refine<{ from: string; to: string }>(
  ({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < MAX_PERIOD_DAYS,
  { path: ['to'], error: messageKey('invalidValue') },
)
const EventQuery = z.object({ from: Day, to: Day, zone: Zone }).check(endsAfterStart, isMonthAtMost)
export type CalendarEventQuery = z.infer<typeof EventQuery>

const byId = { path: '/calendars/:id', params: IdParams } as const

export const calendars = {
  list: {
    method: 'GET',
    path: '/calendars',
    summary: 'All calendars that Ritmo reads, by name',
    reply: z.array(Calendar),
  },
  create: {
    method: 'POST',
    path: '/calendars',
    summary: 'Adds a calendar by its address and reads it; the reply tells if that failed',
    creates: true,
    body: CalendarDraft,
    reply: Calendar,
  },
  upload: {
    method: 'POST',
    path: '/calendars/files',
    summary: 'Adds a calendar from a file, which is read once',
    creates: true,
    query: FileQuery,
    upload: ['text/calendar', 'application/octet-stream'],
    reply: Calendar,
  },
  update: {
    ...byId,
    method: 'PUT',
    summary: 'Changes a calendar; omitted fields stay unchanged. A new address is read at once',
    body: CalendarChange,
    reply: Calendar,
  },
  refresh: {
    method: 'POST',
    path: '/calendars/:id/refresh',
    summary: 'Reads a calendar now; the reply tells if that failed',
    params: IdParams,
    reply: Calendar,
  },
  remove: { ...byId, method: 'DELETE', summary: 'Removes a calendar with its events', reply: z.null() },
  events: {
    method: 'GET',
    path: '/calendars/events',
    summary: 'The events of all visible calendars on these days, at most 2,000',
    query: EventQuery,
    reply: z.array(CalendarEvent),
  },
} as const satisfies Record<string, Endpoint>
