import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { PushMessage, TimerAction } from '#contract/push.ts'
import type { Language } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import type { VapidKeys } from '#server/vapid.ts'
import { createPushServiceCheck } from './push-services.ts'
import { pushTexts } from './push-texts.ts'
import { deleteSubscription, listSubscriptions } from './queries.ts'

/** What happened to the timer. No name of anything: a locked screen shows it to everybody. */
export interface TimerNotice {
  kind: PushMessage['kind']
  /** What is over. */
  ended: 'work' | 'break'
  /** The one that starts, or waits to. */
  session: number
  sessions: number
  /** Notes with the same key are about the same thing: the later one takes the place of the earlier. */
  key: string
}

interface Options {
  db: Db
  keys: VapidKeys
  /** Whom a push service may ask about us: a web or a mail address. */
  subject: string
  /** Of push services beside the known ones. */
  hosts: string[]
  metrics: Registry
  log: FastifyBaseLogger
  /** How long a push service may take. */
  timeoutMs?: number
}

type Subscription = Awaited<ReturnType<typeof listSubscriptions>>[number]

/** Nobody wants to hear of a break that is long over. */
const TTL_SECONDS = 60 * 60
const GONE_STATUSES = [404, 410]

const ACTIONS: Record<PushMessage['kind'], TimerAction[]> = {
  break: ['pause', 'stop'],
  work: ['pause', 'stop'],
  waiting: ['resume', 'stop'],
  complete: [],
}

/** Tells users of their timer through the push services of their browsers. */
export function createPush({ db, keys, subject, hosts, metrics, log, timeoutMs: patienceMs = 5_000 }: Options) {
  const isPushService = createPushServiceCheck(hosts)
  const outcomes = new Counter({
    name: 'push_messages_total',
    help: 'Messages to browsers, by what became of them',
    labelNames: ['outcome'],
    registers: [metrics],
  })

  return {
    publicKey: keys.publicKey,
    isPushService,

    /** Tells every browser of the user that asked for it. Never fails, and belongs in no transaction: it waits for others. */
    async notify(userId: string, note: TimerNotice) {
      try {
        const subscriptions = await listSubscriptions(db, userId)
        await Promise.all(subscriptions.map((subscription) => deliver(userId, subscription, note)))
      } catch (error) {
        log.error({ err: error, userId }, 'push failed')
      }
    },
  }

  async function deliver(userId: string, subscription: Subscription, note: TimerNotice) {
    const outcome = await attempt(subscription, note)
    outcomes.inc({ outcome })
    if (outcome === 'gone') await deleteSubscription(db, userId, subscription.endpoint)
  }

  async function attempt(subscription: Subscription, note: TimerNotice): Promise<'delivered' | 'gone' | 'failed'> {
    const { endpoint, language } = subscription
    // The operator may have taken a host off the list since.
    if (!isPushService(endpoint)) return 'gone'
    const { host } = new URL(endpoint)
    try {
      const status = await post(subscription, toPushMessage(note, language))
      if (GONE_STATUSES.includes(status)) return 'gone'
      if (status < 300) return 'delivered'
      log.warn({ host, status }, 'push refused')
    } catch (error) {
      // Not the error itself, nor the path: who knows the whole address can knock there.
      const { name, cause } = error as Error & { cause?: { code?: unknown } }
      log.warn({ host, name, code: cause?.code }, 'push not sent')
    }
    return 'failed'
  }

  async function post(subscription: Subscription, message: PushMessage) {
    const { default: webPush } = await import('web-push')
    const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      vapidDetails: { subject, ...keys },
      TTL: TTL_SECONDS,
      urgency: 'high',
      topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 22),
    })
    const reply = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    await reply.body?.cancel()
    return reply.status
  }
}

export type Push = ReturnType<typeof createPush>

function toPushMessage({ kind, ended, session, sessions, key }: TimerNotice, language: Language): PushMessage {
  const words = pushTexts[language]
  const { title, body } = words[kind]
  // Without breaks work follows work.
  const isAfterWork = ended === 'work' && kind !== 'complete'
  return {
    kind,
    title: isAfterWork ? words.break.title : title,
    body: body.replace('{{session}}', String(session)).replace('{{sessions}}', String(sessions)),
    tag: key,
    actions: ACTIONS[kind].map((action) => ({ action, title: words.actions[action] })),
  }
}
