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

export const REMINDERS = {
  timeZone: 'Europe/Madrid',
  notStarted: { isOn: true, weekdays: [1, 2], minute: 600 },
  outsideHours: { isOn: false, weekdays: [1], from: 480, to: 1_080 },
  longStopwatch: { isOn: true, hours: 4, isMailed: true },
  idleReturn: { isOn: false, minutes: 15 },
}
