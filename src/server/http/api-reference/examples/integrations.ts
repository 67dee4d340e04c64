import type { PublicReport, publicReport, SharedReport, sharedReports } from '#contract/integrations/shared-reports.ts'
import type { tokens } from '#contract/integrations/tokens.ts'
import type { Webhook, webhooks } from '#contract/integrations/webhooks.ts'
import { PASSWORD } from './accounts.ts'
import type { ExamplesOf } from './example-types.ts'
import { byId, CLIENT_ID, ENTRY, PROJECT_ID, STORED, VIEW_ID, ZONE } from './sample-data.ts'

const ID = '01950000-0000-7000-8000-00000000a001'
const TOKEN = {
  id: ID,
  name: 'Backup script',
  scopes: ['read' as const],
  ending: 'x7Qd',
  createdAt: '2026-03-02T09:00:00.000Z',
  expiresAt: '2026-05-31T09:00:00.000Z',
  lastUsedAt: null,
  lastAddress: null,
}
const USED = { lastUsedAt: '2026-03-02T09:05:00.000Z', lastAddress: '192.0.2.7' }

export const tokenExamples: ExamplesOf<typeof tokens> = {
  list: { reply: [{ ...TOKEN, ...USED }] },
  create: {
    body: { name: TOKEN.name, scopes: TOKEN.scopes, expiresAt: TOKEN.expiresAt, password: PASSWORD },
    reply: { ...TOKEN, secret: 'ritmo_…' },
  },
  revoke: { params: { id: ID }, reply: null },
}

const SECRET = 'the-secret-of-the-link'
const GRANT = '1772445600000.q1w2e3.r4t5y6'
const FIELDS = { clients: true, tasks: false, tags: false, entries: true, notes: false }
const EXPIRY = '2026-04-30T22:00:00.000Z'

const SHARED: SharedReport = {
  id: VIEW_ID,
  name: 'Week for the library',
  link: `https://ritmo.example.org/shared#${SECRET}`,
  fields: FIELDS,
  range: null,
  zone: ZONE,
  hasPassword: true,
  expiresAt: EXPIRY,
  views: 3,
  viewedAt: '2026-03-02T12:00:00.000Z',
  createdAt: STORED.createdAt,
}

export const sharedReportExamples: ExamplesOf<typeof sharedReports> = {
  list: { reply: [SHARED] },
  share: {
    ...byId(VIEW_ID),
    body: { fields: FIELDS, range: null, zone: ZONE, password: 'books and pages', expiresAt: EXPIRY },
    reply: SHARED,
  },
  replaceLink: { ...byId(VIEW_ID), reply: SHARED },
  revoke: { ...byId(VIEW_ID), reply: null },
}

const WORKED = { milliseconds: ENTRY.duration, entries: 1 }

const REPORT: PublicReport = {
  name: 'Week for the library',
  sharedBy: 'Ana',
  from: '2026-03-02',
  to: '2026-03-08',
  zone: ZONE,
  rounding: null,
  filters: ['Clients: City library'],
  group: 'project',
  subgroup: null,
  hasClients: true,
  hasEntries: true,
  total: { ...WORKED, days: 1 },
  step: 'day',
  partsBy: 'project',
  bars: [
    {
      day: '2026-03-02',
      milliseconds: ENTRY.duration,
      parts: [{ key: PROJECT_ID, milliseconds: ENTRY.duration }],
    },
  ],
  labels: [
    { dimension: 'project', key: PROJECT_ID, name: 'Website', color: '#3b82f6', client: 'City library' },
    { dimension: 'client', key: CLIENT_ID, name: 'City library', color: '#f97316', client: null },
  ],
  lines: [{ key: PROJECT_ID, ...WORKED, lines: [] }],
}

export const publicReportExamples: ExamplesOf<typeof publicReport> = {
  open: { body: { secret: SECRET, password: 'books and pages' }, reply: { grant: GRANT } },
  read: { query: { grant: GRANT }, reply: REPORT },
  entries: {
    query: { grant: GRANT },
    reply: {
      entries: [
        {
          start: '2026-03-02T09:00:00.000Z',
          end: '2026-03-02T09:30:00.000Z',
          milliseconds: ENTRY.duration,
          project: 'Website',
          client: 'City library',
          task: '',
          tags: [],
          notes: '',
        },
      ],
      cursor: null,
    },
  },
  export: {
    query: { grant: GRANT, format: 'csv' },
    reply: 'Date,Client,Project,Duration\r\n2026-03-02,City library,Website,0:25:00\r\n',
  },
}

const WEBHOOK_ID = '019cadc6-7c00-7a40-8b5e-4b1f2c3d4e5f'
const EVENT_ID = '019cadc6-9a10-7c31-9d0e-5a6b7c8d9e0f'
const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

const WEBHOOK: Webhook = {
  id: WEBHOOK_ID,
  url: 'https://example.org/hooks/ritmo',
  events: ['timer.started', 'timer.stopped', 'time_entry.created'],
  state: 'working',
  pauseReason: null,
  failingSince: null,
  lastDeliveredAt: '2026-03-02T09:00:00.000Z',
  waiting: 0,
  dropped: 0,
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
}

export const webhookExamples: ExamplesOf<typeof webhooks> = {
  list: { reply: [WEBHOOK] },
  create: {
    body: { url: WEBHOOK.url, events: WEBHOOK.events },
    reply: { ...WEBHOOK, lastDeliveredAt: null, secret: WEBHOOK_SECRET },
  },
  update: {
    ...byId(WEBHOOK_ID),
    body: { events: ['time_entry.created'] },
    reply: { ...WEBHOOK, events: ['time_entry.created'] },
  },
  remove: { ...byId(WEBHOOK_ID), reply: null },
  rotateSecret: { ...byId(WEBHOOK_ID), reply: { secret: WEBHOOK_SECRET } },
  pause: { ...byId(WEBHOOK_ID), reply: { ...WEBHOOK, state: 'paused', pauseReason: 'user' } },
  resume: { ...byId(WEBHOOK_ID), body: { waiting: 'send' }, reply: WEBHOOK },
  test: { ...byId(WEBHOOK_ID), reply: null },
  deliveries: {
    ...byId(WEBHOOK_ID),
    reply: [
      {
        position: 42,
        event: EVENT_ID,
        type: 'time_entry.created',
        state: 'delivered',
        isManual: false,
        attempts: 1,
        attemptedAt: '2026-03-02T09:00:00.000Z',
        duration: 84,
        status: 200,
        failure: null,
        reply: 'ok',
        createdAt: '2026-03-02T08:59:59.000Z',
      },
    ],
  },
  resend: { params: { id: WEBHOOK_ID, position: '42' }, reply: null },
}
