import fc from 'fast-check'
import { simulate } from '../src/core/timer/testing/simulation.ts'
import { anySteps, SCENARIOS } from '../src/core/timer/testing/steps.ts'

const SCHEDULES = 50_000

/** The timer's merge under every fault of the design, far more often than the tests play it. */
export async function measure() {
  return playScenarios(SCHEDULES).length === 0
}

/** Plays each scenario so many times, and tells of those that failed. */
export function playScenarios(schedules: number) {
  return Object.entries(SCENARIOS).flatMap(([name, scenario]) => {
    const property = fc.property(anySteps(scenario), (steps) => void simulate(scenario, steps))
    const { failed, seed, counterexamplePath, errorInstance } = fc.check(property, { numRuns: schedules })
    const outcome = failed ? `FAILED, seed ${seed}, path ${counterexamplePath}` : `${schedules} schedules, 0 failures`
    console.log(`sim ${name}: ${outcome}`)
    if (failed) console.log(errorInstance)
    return failed ? [`${name}: seed ${seed}, path ${counterexamplePath}`] : []
  })
}
