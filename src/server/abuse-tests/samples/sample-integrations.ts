const byView = { params: { id: '<shared>' } }
const PASSWORD = 'Canary password'
const SHARING = {
  fields: { clients: true, tasks: true, tags: true, entries: true, notes: true },
  range: { from: '2026-03-01', to: '2026-03-31' },
  zone: 'Europe/Madrid',
  password: PASSWORD,
  expiresAt: '2026-04-01T00:00:00Z',
}

export const SHARED_REPORTS = {
  'sharedReports.list': {},
  'sharedReports.share': { params: { id: '<view>' }, body: SHARING },
  'sharedReports.replaceLink': byView,
  'sharedReports.revoke': byView,
}

export const PUBLIC_REPORT = {
  'publicReport.open': { body: { secret: '<linkSecret>', password: PASSWORD } },
  'publicReport.read': { query: { grant: '<grant>' } },
  'publicReport.entries': { query: { grant: '<grant>', cursor: '<entry>' } },
  'publicReport.export': { query: { grant: '<grant>', format: 'csv' } },
}

const WEBHOOK = { params: { id: '<webhook>' } }

export const WEBHOOKS = {
  'webhooks.list': {},
  'webhooks.create': {
    body: { id: '<new.webhook>', url: 'https://example.org/canary', events: ['timer.started', 'time_entry.created'] },
  },
  'webhooks.update': { ...WEBHOOK, body: { url: 'https://example.org/canary', events: ['project.created'] } },
  'webhooks.remove': WEBHOOK,
  'webhooks.rotateSecret': WEBHOOK,
  'webhooks.pause': WEBHOOK,
  'webhooks.resume': { ...WEBHOOK, body: { waiting: 'drop' } },
  'webhooks.test': WEBHOOK,
  'webhooks.deliveries': WEBHOOK,
  'webhooks.resend': { params: { id: '<webhook>', position: '1' } },
}
