/// <reference types="vite/client" />
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import fc from 'fast-check'
import { simulate } from '../src/web/sync/testing/simulation/simulate.ts'
import { type Content, CONTENTS, contentsOf } from '../src/web/sync/testing/simulation/schedule-contents.ts'
import { anySteps, type Scenario, SCENARIOS } from '../src/web/sync/testing/simulation/steps.ts'

const SCHEDULES = 50_000
/** Small enough that all threads are busy until the end. */
const SCHEDULES_PER_TASK = 2_500

interface Task {
  name: string
  scenario: Scenario
  schedules: number
}

interface Outcome extends Task {
  ms: number
  /** How many schedules have reached each. */
  counts: Partial<Record<Content, number>>
  /** The seed and the error; undefined if no schedule failed. */
  failure?: string
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
if (!isMainThread) parentPort?.postMessage(await play(workerData as Task))

/** Simulates devices, disks, networks and clocks that fail, with far more schedules than the tests. */
export async function measure() {
  return (await playScenarios(SCHEDULES)).length === 0
}

/** Runs each scenario with random schedules and returns the failed ones with their seeds. */
export async function playScenarios(schedules: number) {
  const tasks = Object.entries(SCENARIOS).flatMap(([name, scenario]) => splitTask({ name, scenario, schedules }))
  const outcomes: Outcome[] = []
  const queue = tasks.values()
  async function playInTurn() {
    for (const task of queue) outcomes.push(await playInThread(task))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, playInTurn))
  for (const name of Object.keys(SCENARIOS)) printOutcome(outcomes.filter((outcome) => outcome.name === name))
  return outcomes.flatMap(({ name, failure }) => (failure === undefined ? [] : [`${name}: ${failure}`]))
}

function splitTask(task: Task): Task[] {
  const count = Math.ceil(task.schedules / SCHEDULES_PER_TASK)
  return Array.from({ length: count }, () => ({ ...task, schedules: Math.ceil(task.schedules / count) }))
}

function printOutcome(outcomes: readonly Outcome[]) {
  const [schedules, ms] = [sumOf(outcomes.map((one) => one.schedules)), sumOf(outcomes.map((one) => one.ms))]
  const failures = outcomes.flatMap(({ failure }) => failure ?? [])
  const rate = Math.round((schedules / ms) * 1_000)
  const name = outcomes[0]?.name
  console.log(`sim ${name}: ${schedules} schedules, ${failures.length} failures, ${rate} a second in each thread`)
  console.log(`sim ${name}: ${CONTENTS.map((content) => `${content} in ${countOf(outcomes, content)}`).join(', ')}`)
  for (const failure of failures) console.log(failure)
}

const countOf = (outcomes: readonly Outcome[], content: Content) =>
  sumOf(outcomes.map(({ counts }) => counts[content] ?? 0))

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

const playInThread = (task: Task) =>
  new Promise<Outcome>((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: task })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

async function play(task: Task): Promise<Outcome> {
  const { scenario, schedules } = task
  const startedAt = performance.now()
  const counts: Outcome['counts'] = {}
  const property = fc.asyncProperty(anySteps(scenario), async (steps) => {
    for (const content of contentsOf(await simulate(scenario, steps))) counts[content] = (counts[content] ?? 0) + 1
  })
  const { failed, seed, counterexamplePath, errorInstance, counterexample } = await fc.check(property, {
    numRuns: schedules,
  })
  const ms = performance.now() - startedAt
  if (!failed) return { ...task, ms, counts }
  const message = errorInstance instanceof Error ? errorInstance.stack : String(errorInstance)
  const failure = `FAILED, seed ${seed}, path ${counterexamplePath}\n${message}\n${JSON.stringify(counterexample)}`
  return { ...task, ms, counts, failure }
}
