import fc from 'fast-check'
import { simulate } from '../src/core/timer/testing/simulation.ts'
import { anySteps, SCENARIOS } from '../src/core/timer/testing/steps.ts'

const SCHEDULES = 50_000

/** The timer's merge under every fault of the design, far more often than the tests play it. */
export async function measure() {
  const failures = Object.entries(SCENARIOS).map(([name, scenario]) => {
    const property = fc.property(anySteps(scenario), (steps) => void simulate(scenario, steps))
    const { failed, seed, counterexamplePath, errorInstance } = fc.check(property, { numRuns: SCHEDULES })
    console.log(
      `sim ${name}: ${failed ? `FAILED, seed ${seed}, path ${counterexamplePath}` : `${SCHEDULES} schedules, 0 failures`}`,
    )
    if (failed) console.log(errorInstance)
    return failed
  })
  return !failures.includes(true)
}
