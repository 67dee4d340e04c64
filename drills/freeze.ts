import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../scripts/topology/start-cluster.ts'
import { createCallLog } from './support/calls.ts'
import { atLeast, type Criterion, inTime, longest, none } from './support/criteria.ts'
import { lockUser, readRevisions } from './support/database.ts'
import { withCluster } from './support/drill.ts'
import { type Follower, openFollower, waitUntil, waitUntilFollowing } from './support/follower.ts'
import { startLoad } from './support/load.ts'
import { signUp } from './support/people.ts'
import { findWrongPhases, type PhaseEntry, readPhaseEntries, startPhase } from './support/phases.ts'

const FROZEN_MS = 30_000
/** How long after the freeze the phases end. */
const WORK_LEFT_MS = 8_000
const MAX_DELAY_MS = 5_000
const MAX_CATCH_UP_MS = 5_000
/** How long one user's row is locked, as by a node that was frozen within a transaction. */
const LOCKED_MS = 20_000

/** Freezes a node and lets it continue. Meanwhile the other node must end the phases that are due. */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(async (cluster) => {
    const load = await startLoad(cluster)
    const criteria: Criterion[] = []
    for (let round = 0; round < (full ? 5 : 1); round++) criteria.push(...(await freezeOnce(cluster, round)))
    return [...criteria, ...(await load.finish({ isPatient: true }))]
  })

async function freezeOnce(cluster: Cluster, round: number) {
  const { nodes, postgres, url } = cluster
  const [frozen, other] = [nodes[round % 2]!, nodes[(round + 1) % 2]!]
  const people = await signUp(url, 24, createCallLog())
  // A quarter of the users has devices on the frozen node, a quarter on the other, a quarter on both, a quarter none.
  const nodesOfDevices = [[frozen], [other], [frozen, other], []]
  const followers = people.flatMap((person, index) =>
    nodesOfDevices[index % 4]!.map((node) => openFollower(node.url, person)),
  )
  await waitUntilFollowing(followers)
  const dueAt = Date.now() + WORK_LEFT_MS
  const started = people.map((person, index) => startPhase(url, person, { dueAt, breakMs: index % 8 < 4 ? 60_000 : 0 }))
  const phases = new Map(await Promise.all(started))

  frozen.freeze()
  const locked = people[0]!.id
  const release = await lockUser(postgres.url, locked)
  await sleep(LOCKED_MS)
  const [releasedAt] = [Date.now(), await release()]
  await sleep(FROZEN_MS - LOCKED_MS)
  const [ended, revisions] = [await readPhaseEntries(postgres.url, people), await readRevisions(postgres.url)]
  frozen.unfreeze()
  const caughtUpIn = await waitUntil(
    () => followers.every((follower) => hasRevision(follower, revisions)),
    3 * MAX_CATCH_UP_MS,
  )
  await sleep(MAX_DELAY_MS)
  const [after, later] = [await readPhaseEntries(postgres.url, people), await readRevisions(postgres.url)]
  for (const { close } of followers) close()

  const maxDelay = (isLocked: boolean, since: number) =>
    longest(ended.filter(({ userId }) => (userId === locked) === isLocked).map(({ createdAt }) => createdAt - since))
  return [
    atLeast(
      `of ${people.length} phases due while a node was frozen, ended by the other node`,
      ended.length,
      people.length,
    ),
    inTime('delay of the latest phase, except of the locked user', maxDelay(false, dueAt), MAX_DELAY_MS),
    inTime('delay of the locked user’s phase after its release', maxDelay(true, releasedAt), MAX_DELAY_MS),
    none('focus sessions that were not saved once, in full length', findWrongPhases(after, phases, dueAt)),
    none('entries that the node changed when it continued', findChanged(ended, after)),
    none(
      'timers that the node changed when it continued',
      people.flatMap(({ id }) => (later.get(id) === revisions.get(id) ? [] : id)),
    ),
    inTime('from continuing until its devices have caught up', caughtUpIn, MAX_CATCH_UP_MS),
  ]
}

const findChanged = (before: readonly PhaseEntry[], after: readonly PhaseEntry[]) =>
  after.filter(({ id, updatedAt }) => !before.some((one) => one.id === id && one.updatedAt === updatedAt))

const hasRevision = ({ person, snapshot }: Follower, revisions: Map<string, number>) =>
  (snapshot()?.revision ?? 0) >= (revisions.get(person.id) ?? 0)
