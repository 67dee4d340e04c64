import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '#core/time/units.ts'
import type { Cluster } from '../scripts/topology/start-cluster.ts'
import { callUntilAcknowledged, createCallLog } from './support/calls.ts'
import { atLeast, type Criterion, inTime, none, p99 } from './support/criteria.ts'
import { query } from './support/database.ts'
import { withCluster } from './support/drill.ts'
import { waitUntil } from './support/follower.ts'
import { type Person, signUp } from './support/people.ts'
import { type Receiver, startAbusiveReceivers, startReceiver } from './support/webhooks/receivers.ts'

const USERS = 8
const ABUSIVE_USERS = 4
const WEBHOOKS_OF_ABUSIVE = 9
const PAUSE_MS = 250
const MAX_DELAY_MS = 4_000
/** The claims of a killed node end after half a minute. */
const MAX_CATCH_UP_MS = 120_000

/**
 * Users make tags, each with a webhook at a receiver that works and one at a receiver that is down for an hour. Other users
 * have receivers that hang, never end or send a byte at a time. Then nodes are killed.
 */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(
    async (cluster) => {
      const site = await prepare(cluster)
      // The first attempts at abusive receivers show how slow they are.
      await site.work(4)
      const measuredFrom = Date.now()
      await site.work(full ? 400 : 60)
      await site.awaitAll(({ working }) => working)
      const delays = site.users.flatMap(({ working }) => working.delaysSince(measuredFrom))
      await Promise.all([site.work(full ? 200 : 40), killNodes(cluster, full ? 20 : 4)])
      await site.awaitAll(({ working }) => working)
      await letAnHourPass(cluster)
      for (const { down } of site.users) down.work()
      await site.awaitAll(({ down }) => down)
      site.stop()
      const abusive = `delay of ${delays.length} deliveries beside ${ABUSIVE_USERS * WEBHOOKS_OF_ABUSIVE} abusive webhooks, p99`
      return [...compare(site.users, full ? 9_000 : 1_500), inTime(abusive, p99(delays), MAX_DELAY_MS)]
    },
    { settingsOf: () => ({ OUTBOUND_NETWORKS: '127.0.0.0/8' }) },
  )

interface User {
  person: Person
  working: Receiver
  down: Receiver
  /** The names of the tags, in order. */
  made: string[]
}

async function prepare({ url, dataLocation }: Cluster) {
  const log = createCallLog()
  const abusive = await startAbusiveReceivers()
  const [people, enemies] = [await signUp(url, USERS, log), await signUp(url, ABUSIVE_USERS, log)]
  await query(dataLocation, 'update users set verified_at = 1')
  const post = ({ token }: Person, path: string, draft: object) =>
    callUntilAcknowledged(url, { path, body: { id: randomUUID(), ...draft }, token }, log)
  const addWebhook = (person: Person, url: string) => post(person, '/webhooks', { url, events: ['tag.created'] })
  const users = await Promise.all(
    people.map(async (person): Promise<User> => {
      const [working, down] = [await startReceiver(), await startReceiver()]
      down.fail()
      for (const receiver of [working, down]) await addWebhook(person, receiver.url)
      return { person, working, down, made: [] }
    }),
  )
  for (const enemy of enemies)
    for (let index = 0; index < WEBHOOKS_OF_ABUSIVE; index += 1)
      await addWebhook(enemy, abusive.urls[index % abusive.urls.length]!)

  async function makeTags({ person, made }: User) {
    const name = `tag ${made.length}`
    await post(person, '/tags', { name })
    made.push(name)
  }

  return {
    users,
    async work(rounds: number) {
      for (let round = 0; round < rounds; round += 1) {
        await Promise.all(enemies.map((enemy) => post(enemy, '/tags', { name: randomUUID() })))
        await Promise.all(users.map(makeTags))
        await sleep(PAUSE_MS)
      }
    },
    awaitAll: (of: (user: User) => Receiver) =>
      waitUntil(() => users.every((user) => new Set(of(user).names()).size === user.made.length), MAX_CATCH_UP_MS),
    stop() {
      abusive.stop()
      for (const { working, down } of users) for (const receiver of [working, down]) receiver.stop()
    },
  }
}

async function killNodes({ nodes }: Cluster, count: number) {
  for (let killed = 0; killed < count; killed += 1) {
    await sleep(1_000 + Math.random() * 1_500)
    const node = nodes[killed % nodes.length]!
    await node.crash()
    await node.start()
  }
}

/** For webhooks that fail. */
const letAnHourPass = ({ dataLocation }: Cluster) =>
  query(
    dataLocation,
    `update webhooks set due_at = due_at - ${HOUR_MS}, failing_since = failing_since - ${HOUR_MS}
      where failing_since is not null`,
  )

function compare(users: readonly User[], minEvents: number): Criterion[] {
  const receivers = users.flatMap(({ working, down, made }) => [
    { names: working.names(), made },
    { names: down.names(), made },
  ])
  const events = receivers.reduce((sum, { made }) => sum + made.length, 0)
  const lost = receivers.flatMap(({ names, made }) => made.filter((name) => !names.includes(name)))
  // An event may arrive twice.
  const mixedUp = receivers.filter(({ names, made }) => [...new Set(names)].join() !== made.join())
  return [
    atLeast('events', events, minEvents),
    none('events that did not arrive', lost),
    none('webhooks whose events are not in order', mixedUp),
  ]
}
