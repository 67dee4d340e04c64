import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../scripts/topology/start-cluster.ts'
import { createCallLog } from './support/calls.ts'
import { atLeast, type Criterion, inTime, longest, none } from './support/criteria.ts'
import { lockUser, readRevisions } from './support/database.ts'
import { withCluster } from './support/drill.ts'
import { openFollower, type Follower, waitUntil, waitUntilFollowing } from './support/follower.ts'
import { startLoad } from './support/load.ts'
import { signUp } from './support/people.ts'
import { findWrongPhases, type PhaseEntry, readPhaseEntries, startPhase } from './support/phases.ts'

const FROZEN_MS = 30_000
/** How long after the freeze the phases end. */
const WORK_LEFT_MS = 8_000
const MAX_DELAY_MS = 5_000
const MAX_CATCH_UP_MS = 5_000
/** How long one person's row is locked, as by a server that stands still in the middle of a transaction. */
const LOCKED_MS = 20_000

/** Stops a server without ending it, and lets it go on: phases of timers that end meanwhile are the other's to settle. */
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
  // A quarter has devices on the one, a quarter on the other, a quarter on both, and a quarter none.
  const places = [[frozen], [other], [frozen, other], []]
  const followers = people.flatMap((person, index) => places[index % 4]!.map((node) => openFollower(node.url, person)))
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
  const [settled, revisions] = [await readPhaseEntries(postgres.url, people), await readRevisions(postgres.url)]
  frozen.unfreeze()
  const caughtUpIn = await waitUntil(
    () => followers.every((follower) => hasRevision(follower, revisions)),
    3 * MAX_CATCH_UP_MS,
  )
  await sleep(MAX_DELAY_MS)
  const [after, later] = [await readPhaseEntries(postgres.url, people), await readRevisions(postgres.url)]
  for (const { close } of followers) close()

  const late = (isLocked: boolean, since: number) =>
    longest(settled.filter(({ userId }) => (userId === locked) === isLocked).map(({ createdAt }) => createdAt - since))
  return [
    atLeast(
      `of ${people.length} phases that ended while it was frozen, settled by the other`,
      settled.length,
      people.length,
    ),
    inTime(
      'the latest of them after its time, though one of them could not be settled',
      late(false, dueAt),
      MAX_DELAY_MS,
    ),
    inTime('that one, once it could', late(true, releasedAt), MAX_DELAY_MS),
    none('sessions that are not there once, as they were', findWrongPhases(after, phases, dueAt)),
    none('settled again when it went on', findChanged(settled, after)),
    none(
      'timers that it moved when it went on',
      people.flatMap(({ id }) => (later.get(id) === revisions.get(id) ? [] : id)),
    ),
    inTime('from going on until its devices know all', caughtUpIn, MAX_CATCH_UP_MS),
  ]
}

const findChanged = (before: readonly PhaseEntry[], after: readonly PhaseEntry[]) =>
  after.filter(({ id, updatedAt }) => !before.some((one) => one.id === id && one.updatedAt === updatedAt))

const hasRevision = ({ person, snapshot }: Follower, revisions: Map<string, number>) =>
  (snapshot()?.revision ?? 0) >= (revisions.get(person.id) ?? 0)
