import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Writes errors that happened outside of any test to a file, because the JSON report leaves them out. */
export default class implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    const file = process.env['UNHANDLED_ERRORS']
    if (file !== undefined) writeFileSync(file, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)))
  }
}
