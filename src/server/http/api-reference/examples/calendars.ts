import type { Calendar, CalendarFeed, calendarFeeds, calendars } from '#contract/integrations/calendars.ts'
import type { ExamplesOf } from './example-types.ts'
import { byId, PROJECT_ID, STORED, ZONE } from './sample-data.ts'

const FEED_ID = '019cadc6-9a80-7038-947a-000000000071'
const CALENDAR_ID = '019cadc6-9a80-7038-947a-000000000072'
const SECRET = `${'secret-'.repeat(6)}1`
const CONTENTS = { name: 'Ritmo', clients: [], projects: [PROJECT_ID], hasNotes: true, days: 90 }
const FEED: CalendarFeed = { id: FEED_ID, ...CONTENTS, fetchedAt: '2026-03-02T10:00:00.000Z', ...STORED }
const ADDRESS = `https://ritmo.example.org/api/calendar/${SECRET}.ics`
const NEW_FEED = { ...FEED, fetchedAt: null, address: ADDRESS }

export const calendarFeedExamples: ExamplesOf<typeof calendarFeeds> = {
  list: { reply: [FEED] },
  create: { body: CONTENTS, reply: NEW_FEED },
  update: { ...byId(FEED_ID), body: { days: 365 }, reply: { ...FEED, days: 365 } },
  renew: { ...byId(FEED_ID), reply: NEW_FEED },
  remove: { ...byId(FEED_ID), reply: null },
  fetch: { params: { file: `${SECRET}.ics` }, reply: '(the calendar)' },
}

const CALENDAR: Calendar = {
  id: CALENDAR_ID,
  name: 'Work',
  color: '#7c3aed',
  isVisible: true,
  project: PROJECT_ID,
  host: 'calendar.example.org',
  events: 120,
  isShortened: false,
  problem: null,
  checkedAt: '2026-03-02T10:00:00.000Z',
  readAt: '2026-03-02T10:00:00.000Z',
  ...STORED,
}
const DRAFT = { name: 'Work', color: '#7c3aed', zone: ZONE }

export const calendarExamples: ExamplesOf<typeof calendars> = {
  list: { reply: [CALENDAR] },
  create: {
    body: { ...DRAFT, address: 'https://calendar.example.org/private/work.ics', project: PROJECT_ID },
    reply: CALENDAR,
  },
  upload: { query: DRAFT, file: '(the calendar)', reply: { ...CALENDAR, project: null, host: null } },
  update: { ...byId(CALENDAR_ID), body: { isVisible: false }, reply: { ...CALENDAR, isVisible: false } },
  refresh: { ...byId(CALENDAR_ID), reply: { ...CALENDAR, problem: 'not-found' } },
  remove: { ...byId(CALENDAR_ID), reply: null },
  events: {
    query: { from: '2026-03-02', to: '2026-03-08', zone: ZONE },
    reply: [
      {
        id: '1f6d2c8a-3b7e-8f10-9c42-0a5b6c7d8e9f',
        calendar: CALENDAR_ID,
        title: 'Planning',
        start: '2026-03-02T09:00:00.000Z',
        end: '2026-03-02T10:00:00.000Z',
        firstDay: null,
        lastDay: null,
        isUsed: false,
      },
    ],
  },
}
