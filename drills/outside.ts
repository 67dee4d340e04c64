import type { Cluster } from '../scripts/topology/start-cluster.ts'
import { callOnce, createCallLog } from './support/calls.ts'
import { atLeast, inTime, longest } from './support/criteria.ts'
import { withCluster } from './support/drill.ts'
import {
  type ExternalServices,
  newAddress,
  registerAndSignIn,
  startExternalServices,
} from './support/external-services.ts'
import { breakGoogle } from './support/failing-google.ts'
import { breakMail } from './support/failing-mail.ts'
import { waitUntil } from './support/follower.ts'
import { measureTime } from './support/nodes.ts'
import { signUp } from './support/people.ts'
import { readPhaseEntries, startPhase } from './support/phases.ts'

const MAX_DRAIN_MS = 10_000
const MAX_DELAY_MS = 5_000

/** Breaks the mail server, Google and the push service in several ways while users register and sign in. */
export const drill = async ({ full }: { full: boolean }) => {
  const services = await startExternalServices()
  const work = async (cluster: Cluster) => [
    ...(await breakGoogle(cluster, services)),
    ...(await breakMail(cluster, services, full ? 10 : 2)),
    ...(await hangMailAndPush(cluster, services)),
  ]
  try {
    return await withCluster(work, { settingsOf: () => services.settings })
  } finally {
    await services.close()
  }
}

/** Mail server and push service hang while phases of users with push subscriptions end, and while the nodes stop. */
async function hangMailAndPush({ url, nodes, postgres }: Cluster, { push, toMail, toPush }: ExternalServices) {
  const people = await signUp(url, 8, createCallLog())
  for (const [index, { token }] of people.entries()) {
    const { subscription } = push.browser(`browser${index}`)
    const endpoint = subscription.endpoint.replace(push.origin, `http://127.0.0.1:${toPush.port}`)
    await callOnce(url, { path: '/push/subscriptions', body: { ...subscription, endpoint }, token })
  }
  const dueAt = Date.now() + 4_000
  for (const person of people) await startPhase(url, person, { dueAt, breakMs: 60_000 })
  for (const proxy of [toMail, toPush]) proxy.hold()
  await registerAndSignIn(url, newAddress('last'))
  await waitUntil(async () => (await readPhaseEntries(postgres.url, people)).length === people.length, 30_000)
  const ended = await readPhaseEntries(postgres.url, people)
  const drains = await Promise.all(nodes.map((node) => measureTime(() => node.stop())))
  await Promise.all(nodes.map((node) => node.start()))
  for (const proxy of [toMail, toPush]) proxy.heal()
  return [
    atLeast('phases that ended while push services hang', ended.length, people.length),
    inTime('delay of the latest phase', longest(ended.map((one) => one.createdAt - dueAt)), MAX_DELAY_MS),
    inTime('drained after SIGTERM while both hang, the slowest', longest(drains), MAX_DRAIN_MS),
  ]
}
