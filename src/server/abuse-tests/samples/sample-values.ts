/** Values of requests that are too long to stand among them. */
export const IMPORT = {
  query: {
    zone: 'Europe/Madrid',
    dateOrder: 'day-first',
    project: 'Canary project',
    columns: '0:start,1:end,2:project',
    unit: 'minutes',
    person: 'ann@example.org',
    encoding: 'utf-8',
    suggestions: 'accept',
    long: 'keep',
    fileName: 'canary.csv',
    upload: '<upload>',
  },
  file: 'Start,End,Project,Email\n2026-03-01 11:00,2026-03-01 12:00,Canary import,ann@example.org',
}

const REMINDER_CHOICES = {
  timeZone: 'Europe/Madrid',
  notStarted: { isOn: true, weekdays: [1, 2], minute: 600 },
  outsideHours: { isOn: false, weekdays: [1], from: 480, to: 1_080 },
  longStopwatch: { isOn: true, hours: 4, isMailed: true },
  idleReturn: { isOn: false, minutes: 15 },
}

export const REMINDERS = {
  'reminders.read': {},
  'reminders.update': { body: REMINDER_CHOICES },
}

export const FORMATS = {
  weekStart: 'sunday',
  clock: '12h',
  dateOrder: 'mdy',
  duration: 'clock',
  timeZone: 'Europe/Madrid',
}

/** Tests for administrators replace it with the id of a user. */
export const UNKNOWN_ID = '018f0000-0000-7000-8000-000000000000'
const OF_USER = { params: { id: UNKNOWN_ID } }
const CONFIRMED = { ...OF_USER, body: { password: 'Correct horse 1' } }

export const ADMINISTRATION = {
  'maintenance.read': {},
  'administration.listUsers': { query: { search: 'canary', limit: '10', offset: '5' } },
  'administration.disableUser': OF_USER,
  'administration.enableUser': OF_USER,
  'administration.signOutUser': OF_USER,
  'administration.resetPassword': OF_USER,
  'administration.setQuotas': { ...OF_USER, body: { 'time-entries': 100, 'upload-megabytes': 10 } },
  'administration.addAdministrator': CONFIRMED,
  'administration.removeAdministrator': CONFIRMED,
  'administration.deleteUser': CONFIRMED,
  'administration.listInvitations': {},
  'administration.invite': { body: { note: 'Canary note', days: 7, uses: 1 } },
  'administration.revokeInvitation': OF_USER,
  'administration.listActions': { query: { limit: '10', cursor: UNKNOWN_ID } },
  'administration.startMaintenance': { body: { message: 'Canary message' } },
  'administration.endMaintenance': {},
}
