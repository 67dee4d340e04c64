import { defineConfig } from 'vitest/config'

/** The files that are mutated, and the tests that must detect it. */
const SETS = {
  core: {
    mutate: ['src/core/**/*.ts', 'src/contract/validate.ts', 'src/contract/messages/format-message.ts'],
    // The simulation drives the timer's rules through whole schedules.
    tests: ['src/{core,contract}/**/*.test.ts', 'src/web/sync/simulation.test.ts'],
  },
  auth: {
    mutate: [
      'src/server/features/users/**/*.ts',
      // It holds only texts.
      '!src/server/features/users/email-templates.ts',
      'src/server/secrets/secrets.ts',
      'src/server/http/rate-limits.ts',
    ],
    tests: [
      'src/server/features/users/**/*.test.ts',
      'src/server/secrets.test.ts',
      'src/server/http/rate-limits.test.ts',
    ],
  },
}

const set = SETS[process.env['MUTATE'] === 'auth' ? 'auth' : 'core']
export const { mutate } = set

export default defineConfig({
  test: { include: set.tests, isolate: false, testTimeout: 30_000, env: { TEST_DATABASE_URL: '' } },
})
