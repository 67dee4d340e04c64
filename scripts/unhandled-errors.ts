import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Writes down what failed outside of any test, of which the report in JSON tells nothing. */
export default class implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    const file = process.env['UNHANDLED_ERRORS']
    if (file !== undefined) writeFileSync(file, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)))
  }
}
