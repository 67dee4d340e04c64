import type { tokens } from '#contract/integrations/tokens.ts'
import { PASSWORD } from './accounts.ts'
import type { ExamplesOf } from './example-types.ts'
import type { Webhook, webhooks } from '#contract/integrations/webhooks.ts'
import { byId } from './sample-data.ts'

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
    reply: { ...TOKEN, secret: 'ritmo_…x7Qd' },
  },
  revoke: { params: { id: ID }, reply: null },
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
