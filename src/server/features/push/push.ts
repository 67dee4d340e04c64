import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type WebPush from 'web-push'
import type { PushMessage, TimerAction } from '#contract/push.ts'
import type { Language } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import { loadPackage } from '#server/loading/load-package.ts'
import type { VapidKeys } from '#server/secrets/vapid.ts'
import { createPushServiceCheck } from './push-services.ts'
import { pushTexts } from './push-texts.ts'
import { deleteSubscription, listSubscriptions } from './queries.ts'

/** An event of the timer. It contains no names, because a locked screen shows it to everyone. */
export interface TimerNotice {
  kind: PushMessage['kind']
  /** The phase that is over. */
  ended: 'work' | 'break'
  /** The number of the work phase that starts, or waits. */
  repetition: number
  repetitions: number
  /** A notice replaces an earlier one with the same key. */
  key: string
}

interface Options {
  db: Db
  keys: VapidKeys
  /** The contact for push services (VAPID `sub`): a web or a mail address. */
  subject: string
  /** Hosts of push services beside the known ones. */
  hosts: string[]
  metrics: Registry
  log: FastifyBaseLogger
  timeoutMs?: number
}

/** What the service worker shows. It does not read the kind. */
type Message = Omit<PushMessage, 'kind'> & { kind: string }
type MessageIn = (language: Language) => Message

type Subscription = Awaited<ReturnType<typeof listSubscriptions>>[number]

/** The push service drops a message that it cannot deliver by then: the phase would be long over. */
const TTL_SECONDS = 60 * 60
const GONE_STATUSES = [404, 410]

const ACTIONS: Record<PushMessage['kind'], TimerAction[]> = {
  break: ['pause', 'stop'],
  work: ['pause', 'stop'],
  waiting: ['resume', 'stop'],
  breakWaiting: ['resume', 'stop'],
  complete: [],
}

/** Sends notices about the timer through the push services of users' browsers. */
export function createPush({ db, keys, subject, hosts, metrics, log, timeoutMs = 5_000 }: Options) {
  const isPushService = createPushServiceCheck(hosts)
  const outcomes = createOutcomeCounter(metrics)

  return {
    publicKey: keys.publicKey,
    isPushService,

    /** Sends the notice to every subscribed browser. Never throws. Not for transactions, as it waits for push services. */
    notify: (userId: string, notice: TimerNotice) => sendToAll(userId, (language) => toPushMessage(notice, language)),
    /** The same for any message, which is made in the language of each browser. */
    send: sendToAll,
  }

  async function sendToAll(userId: string, messageIn: MessageIn) {
    try {
      const all = await listSubscriptions(db, userId)
      await Promise.all(all.map((subscription) => deliver(userId, subscription, messageIn)))
    } catch (error) {
      log.error({ err: error, userId }, 'push failed')
    }
  }

  async function deliver(userId: string, subscription: Subscription, messageIn: MessageIn) {
    const outcome = await trySend(subscription, messageIn)
    outcomes.inc({ outcome })
    if (outcome === 'gone') await deleteSubscription(db, userId, subscription.endpoint)
  }

  async function trySend(subscription: Subscription, messageIn: MessageIn): Promise<'delivered' | 'gone' | 'failed'> {
    const { endpoint, language } = subscription
    // The operator may have removed the host from the list since the browser subscribed.
    if (!isPushService(endpoint)) return 'gone'
    const { host } = new URL(endpoint)
    try {
      const status = await send(subscription, messageIn(language))
      if (GONE_STATUSES.includes(status)) return 'gone'
      if (status < 300) return 'delivered'
      log.warn({ host, status }, 'push refused')
    } catch (error) {
      // Neither the error nor the path is logged: anyone who knows the whole URL can send messages to the browser.
      const { name, cause } = error as Error & { cause?: { code?: unknown } }
      log.warn({ host, name, code: cause?.code }, 'push not sent')
    }
    return 'failed'
  }

  async function send(subscription: Subscription, message: Message) {
    const webPush = loadPackage('web-push') as typeof WebPush
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
      signal: AbortSignal.timeout(timeoutMs),
    })
    await reply.body?.cancel()
    return reply.status
  }
}

export type Push = ReturnType<typeof createPush>

const createOutcomeCounter = (metrics: Registry) =>
  new Counter({
    name: 'ritmo_push_messages_total',
    help: 'Push messages, by outcome',
    labelNames: ['outcome'],
    registers: [metrics],
  })

function toPushMessage({ kind, ended, repetition, repetitions, key }: TimerNotice, language: Language): PushMessage {
  const texts = pushTexts[language]
  const { title, body } = texts[kind]
  // Without breaks, work can follow work.
  const isAfterWork = ended === 'work' && kind !== 'complete'
  return {
    kind,
    title: isAfterWork ? texts.break.title : title,
    body: body.replace('{{session}}', String(repetition)).replace('{{sessions}}', String(repetitions)),
    tag: key,
    actions: ACTIONS[kind].map((action) => ({ action, title: texts.actions[action] })),
  }
}
