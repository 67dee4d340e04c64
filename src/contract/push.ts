import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { LanguageField, messageKey, text } from './fields.ts'

/** Sixty-five bytes, of which the first is 4: a point of the curve P-256, not compressed. */
const PublicKey = z.string().check(z.regex(/^B[A-P][\w-]{84}[AEIMQUYcgkosw048]$/, messageKey('invalidValue')))
/** Sixteen bytes. */
const AuthSecret = z.string().check(z.regex(/^[\w-]{21}[AQgw]$/, messageKey('invalidValue')))
/** Where the push service of a browser takes messages for it: whoever knows the address may knock. */
const EndpointAddress = text(2_000).check(z.minLength(1, messageKey('required')))

const Subscription = z.object({ endpoint: z.string(), language: LanguageField })

/** As the browser gives it, with the language to tell things in. */
const SubscriptionDraft = z.object({
  endpoint: EndpointAddress,
  keys: z.object({ p256dh: PublicKey, auth: AuthSecret }),
  language: LanguageField,
})
export type SubscriptionDraft = z.infer<typeof SubscriptionDraft>

/** What can be pressed on a notification of the timer. */
export type TimerAction = 'pause' | 'resume' | 'stop'

/** What the server pushes and the service worker shows, word for word. */
export interface PushMessage {
  kind: 'break' | 'work' | 'complete' | 'waiting'
  title: string
  body: string
  /** A later one with the same tag takes the place of this one. */
  tag: string
  actions: { action: TimerAction; title: string }[]
}

export const push = {
  key: {
    method: 'GET',
    path: '/push/key',
    summary: 'The key by which browsers know pushes from this server',
    reply: z.object({ publicKey: z.string() }),
  },
  list: {
    method: 'GET',
    path: '/push/subscriptions',
    summary: 'The browsers that hear of the timer while the app is closed, the latest first',
    reply: z.array(Subscription),
  },
  subscribe: {
    method: 'POST',
    path: '/push/subscriptions',
    summary: 'Lets a browser hear of the timer while this session lasts; the same one again is changed',
    creates: true,
    body: SubscriptionDraft,
    reply: Subscription,
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/push/subscriptions',
    summary: 'Lets a browser hear no more',
    body: z.object({ endpoint: EndpointAddress }),
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
