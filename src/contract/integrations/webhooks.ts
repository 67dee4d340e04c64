import * as z from 'zod/mini'
import { EVENT_TYPES } from '#core/webhooks/event-types.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, IdParams, messageKey, NewId, oneLine, Time, trimmed } from '../fields.ts'

const PAUSE_REASONS = ['user', 'failed', 'gone'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

/** Why there was no reply. The words reveal nothing of the operator's network: a closed port is the same as an unreachable host. */
const DELIVERY_FAILURES = [
  'invalid-address',
  'address-not-allowed',
  'name-not-found',
  'timed-out',
  'certificate',
  'not-http',
  'no-connection',
  /** The secret cannot be read any more, so nothing was sent. */
  'no-secret',
] as const
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number]

const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  state: z.enum(['working', 'failing', 'paused']),
  /** Why it is paused: by its user, because a whole day of attempts failed, or because the receiver replied 410. */
  pauseReason: z.nullable(z.enum(PAUSE_REASONS)),
  failingSince: z.nullable(Time),
  lastDeliveredAt: z.nullable(Time),
  /** Events that were not delivered yet. */
  waiting: z.number(),
  /** Events that were too many to wait, and were dropped, the oldest first. */
  dropped: z.number(),
  createdAt: Time,
  updatedAt: Time,
})
export type Webhook = z.infer<typeof Webhook>

const Secret = z.object({
  /** `whsec_` and 32 random bytes in base64. It is shown only in this reply. */
  secret: z.string(),
})

const Delivery = z.object({
  /** Its number in the order of the webhook. */
  position: z.number(),
  /** The `webhook-id` of the request: the same when it is sent again. */
  event: z.string(),
  type: z.string(),
  state: z.enum(DELIVERY_STATES),
  /** The user asked for it: a test, or an event that was sent again. */
  isManual: z.boolean(),
  attempts: z.number(),
  attemptedAt: z.nullable(Time),
  /** Of the last attempt, in milliseconds. */
  duration: z.nullable(z.number()),
  /** The HTTP status of the reply; null without one. */
  status: z.nullable(z.number()),
  /** Why there was no reply; null if there was one. */
  failure: z.nullable(z.enum(DELIVERY_FAILURES)),
  /** The beginning of the reply. */
  reply: z.nullable(z.string()),
  createdAt: Time,
})
export type Delivery = z.infer<typeof Delivery>

const isWebAddress = (address: string) => /^https?:\/\/[^\s/?#]+/i.test(address)
export const webAddress = z.refine<string>(isWebAddress, messageKey('invalidWebAddress'))

const Url = z
  .string()
  .check(
    trimmed,
    z.minLength(1, messageKey('required')),
    z.maxLength(2_000, messageKey('tooLong')),
    oneLine,
    webAddress,
  )
const Events = z
  .array(z.enum(EVENT_TYPES, messageKey('invalidValue')))
  .check(z.minLength(1, messageKey('eventRequired')), z.maxLength(100, messageKey('tooMany')))

export const WebhookDraft = z.object({ id: NewId, url: Url, events: Events })
export type WebhookDraft = z.infer<typeof WebhookDraft>

/** Omitted fields stay unchanged. */
const WebhookChange = z.object({ url: z.optional(Url), events: z.optional(Events) })
export type WebhookChange = z.infer<typeof WebhookChange>

const byId = (suffix = '') => ({ path: `/webhooks/:id${suffix}`, params: IdParams }) as const

export const webhooks = {
  list: { method: 'GET', path: '/webhooks', summary: 'All webhooks, the oldest first', reply: z.array(Webhook) },
  create: {
    method: 'POST',
    path: '/webhooks',
    summary: 'Adds a webhook; needs a verified email address',
    creates: true,
    body: WebhookDraft,
    reply: z.extend(Webhook, Secret.shape),
  },
  update: {
    method: 'PUT',
    ...byId(),
    summary: 'Changes the address or the events of a webhook; omitted fields stay unchanged',
    body: WebhookChange,
    reply: Webhook,
  },
  remove: { method: 'DELETE', ...byId(), summary: 'Deletes a webhook with everything that waits', reply: z.null() },
  rotateSecret: {
    method: 'POST',
    ...byId('/secret'),
    summary: 'Makes a new secret; the former one signs too for a day',
    reply: Secret,
  },
  pause: { method: 'POST', ...byId('/pause'), summary: 'Pauses a webhook: nothing new is sent', reply: Webhook },
  resume: {
    method: 'POST',
    ...byId('/resume'),
    summary: 'Resumes a webhook, and sends or drops the events that wait',
    body: z.object({ waiting: z._default(z.enum(['send', 'drop'], messageKey('invalidValue')), 'send') }),
    reply: Webhook,
  },
  test: { method: 'POST', ...byId('/test'), summary: 'Sends a test', reply: z.null() },
  deliveries: {
    method: 'GET',
    ...byId('/deliveries'),
    summary: 'The last deliveries of a webhook, the latest first',
    reply: z.array(Delivery),
  },
  resend: {
    method: 'POST',
    path: '/webhooks/:id/deliveries/:position/resend',
    summary: 'Sends an event again',
    params: z.object({ id: Id, position: z.string().check(z.regex(/^\d{1,15}$/, messageKey('invalidValue'))) }),
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
