import type { Cluster } from '../scripts/topology.ts'
import { attempt, openCallLog } from './support/calls.ts'
import { atLeast, inTime, longest } from './support/criteria.ts'
import { onCluster } from './support/drill.ts'
import { failGoogle } from './support/failing-google.ts'
import { failMail } from './support/failing-mail.ts'
import { until } from './support/follower.ts'
import { timed } from './support/nodes.ts'
import { comeIn, newAddress, openOutsideWorld, type OutsideWorld } from './support/outside-world.ts'
import { signUp } from './support/people.ts'
import { readPhases, startPhase } from './support/phases.ts'

const DRAIN_MS = 10_000
const SETTLED_MS = 5_000

/** Lets mail server, Google and push service fail in every way they can, while people register and sign in. */
export const drill = async ({ full }: { full: boolean }) => {
  const world = await openOutsideWorld()
  const work = async (cluster: Cluster) => [
    ...(await failGoogle(cluster, world)),
    ...(await failMail(cluster, world, full ? 10 : 2)),
    ...(await failAll(cluster, world)),
  ]
  try {
    return await onCluster(work, () => world.settings)
  } finally {
    await world.close()
  }
}

/** Everything hangs while phases end of people who want to be told, and while the servers are to stop. */
async function failAll({ url, nodes, postgres }: Cluster, { push, toMail, toPush }: OutsideWorld) {
  const people = await signUp(url, 8, openCallLog())
  for (const [index, { token }] of people.entries()) {
    const { subscription } = push.browser(`browser${index}`)
    const endpoint = subscription.endpoint.replace(push.origin, `http://127.0.0.1:${toPush.port}`)
    await attempt(url, { path: '/push/subscriptions', body: { ...subscription, endpoint }, token })
  }
  const dueAt = Date.now() + 4_000
  for (const person of people) await startPhase(url, person, { dueAt, breakMs: 60_000 })
  for (const proxy of [toMail, toPush]) proxy.hold()
  await comeIn(url, newAddress('last'))
  await until(async () => (await readPhases(postgres.url, people)).length === people.length, 30_000)
  const ended = await readPhases(postgres.url, people)
  const drains = await Promise.all(nodes.map((node) => timed(() => node.stop())))
  await Promise.all(nodes.map((node) => node.start()))
  for (const proxy of [toMail, toPush]) proxy.heal()
  return [
    atLeast('phases that ended while push services hang', ended.length, people.length),
    inTime('the latest of them after its time', longest(ended.map((one) => one.createdAt - dueAt)), SETTLED_MS),
    inTime('drained after SIGTERM while all hang, the slowest', longest(drains), DRAIN_MS),
  ]
}
