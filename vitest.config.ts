import { defineConfig } from 'vitest/config'

const POSTGRES = process.env['TEST_DATABASE_URL']

const project = (name: string, include: string, test: object = {}) => ({
  extends: true as const,
  test: { name, include: [include], ...test },
})

/** Files of one worker share what they import: without a browser around them nothing in it depends on who came first. */
const SHARED = { isolate: false }

/** They start the server with settings of their own. */
const WITH_OWN_ENGINES = ['src/server/main.test.ts']
/** They meet no engine, or only one. */
const WITHOUT_ENGINE = [
  'src/server/{clock,config,secrets,supply}.test.ts',
  'src/server/db/reader.test.ts',
  'src/server/http/file-answer.test.ts',
  'src/server/realtime/guard.test.ts',
  'src/server/testing/fault-proxy.test.ts',
  'src/server/features/reports/export/*.test.ts',
]

/** The server's tests run on both engines; `npm test` starts the PostgreSQL that `TEST_DATABASE_URL` names. */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    // Left alone it keeps one core for itself, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      project('core', 'src/{core,contract}/**/*.test.ts', SHARED),
      project('web', 'src/web/**/*.test.{ts,tsx}', { environment: 'happy-dom' }),
      project('server on sqlite', 'src/server/**/*.test.ts', {
        ...SHARED,
        env: { TEST_DATABASE_URL: '' },
        exclude: POSTGRES ? WITH_OWN_ENGINES : [],
      }),
      ...(POSTGRES
        ? [project('server on postgres', 'src/server/**/*.test.ts', { ...SHARED, exclude: WITHOUT_ENGINE })]
        : []),
    ],
    coverage: { include: ['src/**/*.{ts,tsx}'], exclude: ['src/web/gallery/**'] },
  },
})
