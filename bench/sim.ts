import fc from 'fast-check'
import { simulate } from '../src/core/timer/testing/simulation.ts'
import { anySteps, SCENARIOS } from '../src/core/timer/testing/steps.ts'

const SCHEDULES = 50_000

/** Simulates devices, networks and clocks that fail, with far more schedules than the tests. */
export async function measure() {
  return playScenarios(SCHEDULES).length === 0
}

/** Runs each scenario with random schedules and returns the failed ones with their seeds. */
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
