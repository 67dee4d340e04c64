const FEED = { name: 'Canary feed', clients: ['<client>'], projects: ['<project>'], hasNotes: true, days: 30 }
/** Nothing is read from it, because users’ addresses must not lead into the server’s own network. */
const ADDRESS = 'http://127.0.0.1:9/canary.ics'
const CALENDAR = { name: 'Canary calendar', color: '#112233', project: '<project>' }

const FILE = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:canary@example.org',
  'SUMMARY:Canary event',
  'DTSTART:20260302T090000Z',
  'DURATION:PT1H',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

const OF_FEED = { params: { id: '<feed>' } }
const OF_CALENDAR = { params: { id: '<calendar>' } }

export const CALENDARS = {
  'calendarFeeds.list': {},
  'calendarFeeds.create': { body: { id: '<new.feed>', ...FEED } },
  'calendarFeeds.update': { ...OF_FEED, body: FEED },
  'calendarFeeds.renew': OF_FEED,
  'calendarFeeds.remove': OF_FEED,
  'calendarFeeds.fetch': { params: { file: '<feedFile>' } },

  'calendars.list': {},
  'calendars.create': { body: { id: '<new.calendar>', ...CALENDAR, address: ADDRESS, zone: 'Europe/Madrid' } },
  'calendars.upload': { query: { id: '<new.calendar>', ...CALENDAR, zone: 'Europe/Madrid' }, file: FILE },
  'calendars.update': { ...OF_CALENDAR, body: { ...CALENDAR, address: ADDRESS, isVisible: true } },
  'calendars.refresh': OF_CALENDAR,
  'calendars.remove': OF_CALENDAR,
  'calendars.events': { query: { from: '2026-03-02', to: '2026-03-08', zone: 'Europe/Madrid' } },
}
