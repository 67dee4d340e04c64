import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { LanguageField, messageKey, text } from './fields.ts'

/** An uncompressed point of the curve P-256: 65 bytes of which the first is 4. */
export const PublicKey = z.string().check(z.regex(/^B[A-P][\w-]{84}[AEIMQUYcgkosw048]$/, messageKey('invalidValue')))
/** Sixteen bytes in base64url. */
export const AuthSecret = z.string().check(z.regex(/^[\w-]{21}[AQgw]$/, messageKey('invalidValue')))
/** The URL of the browser's push service. It is secret: anyone who knows it may send messages to the browser. */
const EndpointAddress = text(2_000).check(z.minLength(1, messageKey('required')))

export const Subscription = z.object({ endpoint: z.string(), language: LanguageField })

/** The subscription as the browser returns it, with the language for its messages. */
const SubscriptionDraft = z.object({
  endpoint: EndpointAddress,
  keys: z.object({ p256dh: PublicKey, auth: AuthSecret }),
  language: LanguageField,
})
export type SubscriptionDraft = z.infer<typeof SubscriptionDraft>

/** The buttons of a timer notification. */
export type TimerAction = 'pause' | 'resume' | 'stop'

/** A push message that the service worker shows unchanged. */
export interface PushMessage {
  kind: 'break' | 'work' | 'complete' | 'waiting' | 'breakWaiting'
  title: string
  body: string
  /** A later notification with the same tag replaces this one. */
  tag: string
  actions: { action: TimerAction; title: string }[]
}

export const push = {
  key: {
    method: 'GET',
    path: '/push/key',
    summary: 'The VAPID public key of this server',
    reply: z.object({ publicKey: z.string() }),
  },
  list: {
    method: 'GET',
    path: '/push/subscriptions',
    summary: 'The browsers that receive push messages about the timer, the latest first',
    reply: z.array(Subscription),
  },
  subscribe: {
    method: 'POST',
    path: '/push/subscriptions',
    summary: 'Subscribes a browser to push messages until this session ends, or updates its subscription',
    creates: true,
    body: SubscriptionDraft,
    reply: Subscription,
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/push/subscriptions',
    summary: 'Ends the subscription of a browser',
    body: z.object({ endpoint: EndpointAddress }),
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
