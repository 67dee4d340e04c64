import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { SECOND_MS } from '#core/time/units.ts'
import { VERSION } from '#core/version.ts'
import type { Db } from '#server/db/connect.ts'
import { addGauge } from '#server/http/metrics.ts'
import type { FetchOutside } from '#server/outbound/fetch-outside.ts'
import { OutboundError } from '#server/outbound/outbound-error.ts'
import type { SecretCipher } from '#server/secrets/secret-cipher.ts'
import {
  type AttemptResult,
  claimWebhook,
  findEarliestDue,
  findNextDelivery,
  finishAttempt,
  isDelivered,
  type Lane,
  releaseIdle,
} from './delivery-queries.ts'
import type { DeliveryRow, WebhookRow } from './queries.ts'
import { signedHeaders } from './secrets.ts'

const ATTEMPT_TIMEOUT_MS = 10 * SECOND_MS
const MAX_REPLY_BYTES = 4_096
/** What the log keeps of it. */
const MAX_REPLY_CHARS = 300
const SHUTDOWN_WAIT_MS = 3_000
/** Open requests of one server in each lane. */
const MAX_OPEN = { fast: 16, slow: 16 } satisfies Record<Lane, number>
/** Of one user in each lane: nobody takes all of them. */
const MAX_OPEN_PER_USER = 3

interface Options {
  db: Db
  now: () => number
  fetchOutside: FetchOutside
  cipher: SecretCipher
  metrics: Registry
  log: FastifyBaseLogger
}

/** Sends what waits in the database, each webhook's events in order, different webhooks at the same time. */
export function createDispatcher(options: Options) {
  const { db, now, log } = options
  const lanes = { fast: createLane(), slow: createLane() }
  const attempt = createAttempt(options)
  const stopping = new AbortController()
  const countOpen = () => lanes.fast.size() + lanes.slow.size()
  measureQueue(options, countOpen)

  /** Claims webhooks until none is due or all connections are in use. Does not wait for the receivers. */
  async function fill(lane: Lane) {
    const open = lanes[lane]
    while (!stopping.signal.aborted && open.size() < MAX_OPEN[lane]) {
      const webhook = await claimWebhook(db, { lane, busyUsers: open.busyUsers(), now: now() })
      if (webhook === undefined) return
      open.add(webhook.user_id, attempt(webhook)).then(
        () => void fill(lane).catch(logFailure),
        // The claim ends by itself, and another server tries again.
        logFailure,
      )
    }
  }

  const logFailure = (error: unknown) => log.error({ err: error }, 'webhook delivery failed')

  return {
    deliver: async () => void (await Promise.all([fill('fast'), fill('slow')])),

    /** Waits a moment for open requests, so that their results are stored. Others are sent again. */
    async stop() {
      stopping.abort()
      const open = Promise.allSettled([...lanes.fast.all(), ...lanes.slow.all()])
      await Promise.race([open, sleep(SHUTDOWN_WAIT_MS, undefined, { ref: false })])
    },
  }
}

export type Dispatcher = ReturnType<typeof createDispatcher>

/** The open requests of a lane, by user. */
function createLane() {
  const open = new Map<Promise<unknown>, string>()
  return {
    size: () => open.size,
    all: () => open.keys(),
    add<T>(userId: string, work: Promise<T>) {
      open.set(work, userId)
      return work.finally(() => open.delete(work))
    },
    busyUsers() {
      const users = Map.groupBy(open.values(), (userId) => userId)
      return [...users].flatMap(([userId, { length }]) => (length >= MAX_OPEN_PER_USER ? userId : []))
    },
  }
}

/** Returns a function that sends the next delivery of a claimed webhook. */
function createAttempt(options: Options) {
  const { db, now } = options
  const send = createSender(options)
  const { deliveries, delay } = createMeters(options.metrics)
  return async (webhook: WebhookRow) => {
    const delivery = await findNextDelivery(db, webhook)
    if (delivery === undefined) return releaseIdle(db, webhook, now())
    const startedAt = performance.now()
    const sent = await send(webhook, delivery)
    const result = { ...sent, durationMs: Math.round(performance.now() - startedAt) }
    await finishAttempt(db, { webhook, delivery, result, now: now() })
    deliveries.inc({ outcome: isDelivered(result) ? 'delivered' : (result.failure ?? 'refused') })
    if (isDelivered(result)) delay.observe((now() - delivery.created_at) / SECOND_MS)
  }
}

function createSender({ now, fetchOutside, cipher }: Options) {
  /** The present secret, and the former one for a while. None if the session key was changed. */
  function readSecrets({ user_id, secret, former_secret, former_secret_until }: WebhookRow) {
    const isFormerValid = former_secret_until !== null && former_secret_until > now()
    return [secret, isFormerValid ? former_secret : null].flatMap(
      (text) => (text === null ? undefined : cipher.decrypt(text, user_id)?.toString()) ?? [],
    )
  }

  return async (
    webhook: WebhookRow,
    { event_id, payload }: DeliveryRow,
  ): Promise<Omit<AttemptResult, 'durationMs'>> => {
    const secrets = readSecrets(webhook)
    if (secrets.length === 0) return { status: null, failure: 'no-secret', reply: null }
    const message = { id: event_id, timestamp: Math.floor(now() / SECOND_MS), body: payload }
    try {
      const { status, body } = await fetchOutside(webhook.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': `Ritmo/${VERSION}`,
          ...signedHeaders(secrets, message),
        },
        body: payload,
        timeoutMs: ATTEMPT_TIMEOUT_MS,
        maxBytes: MAX_REPLY_BYTES,
      })
      return { status, failure: null, reply: toStoredText(body) }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return { status: null, failure: error.failure, reply: null }
    }
  }
}

const createMeters = (metrics: Registry) => ({
  deliveries: new Counter({
    name: 'ritmo_webhook_deliveries_total',
    help: 'Attempts to deliver an event to a webhook, by outcome',
    labelNames: ['outcome'],
    registers: [metrics],
  }),
  delay: new Histogram({
    name: 'ritmo_webhook_delay_seconds',
    help: 'Time from an event to its delivery',
    buckets: [1, 2, 5, 30, 300, 3_600, 86_400],
    registers: [metrics],
  }),
})

function measureQueue({ db, now, metrics }: Options, countOpen: () => number) {
  const open = 'Requests to webhooks that are open on this server'
  addGauge(metrics, 'ritmo_webhook_requests_open', open, async () => countOpen())
  const due = 'For how long the webhook that is due first has waited'
  addGauge(metrics, 'ritmo_webhook_due_seconds', due, async () => {
    const dueAt = await findEarliestDue(db, now())
    return dueAt === undefined ? 0 : (now() - dueAt) / SECOND_MS
  })
}

/** PostgreSQL stores neither NUL nor half of a character. */
const toStoredText = (body: Buffer) =>
  body.toString('utf8').replaceAll('\0', '').slice(0, MAX_REPLY_CHARS).toWellFormed()
