const WEBHOOK = { params: { id: '<webhook>' } }

/** Requests about connections with other programs. */
export const INTEGRATIONS = {
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
