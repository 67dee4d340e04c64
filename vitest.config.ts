import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const POSTGRES = process.env['TEST_DATABASE_URL']
/** Set by `npm run partitioned`. */
const ENGINE = process.env['TEST_DATABASE_PARTITIONS'] === undefined ? 'postgres' : 'partitioned postgres'
/** Set by `npm test`; everything runs without it. */
const IS_QUICK = process.env['TESTS'] === 'quick'

const project = (name: string, include: string | string[], test: object = {}) => ({
  extends: true as const,
  test: { name, include: [include].flat(), ...test },
})

/** Test files of one worker share their imports, because no module keeps state that depends on the order of the files. */
const SHARED = { isolate: false }

/** They start servers with their own settings, for both engines. */
const WITH_OWN_ENGINES = ['src/server/main.test.ts']
/** They use no database, or only SQLite. */
const WITHOUT_ENGINE = [
  'src/server/{browser-support,clock,config,secrets,supply-chain}.test.ts',
  'src/server/deployment/*.test.ts',
  'src/server/db/sqlite/*.test.ts',
  'src/server/operations/backups/{backup-files,encryption,s3-signature,s3-storage}.test.ts',
  'src/server/http/{file-response,headers,http,load-shedding,serve,web-files}.test.ts',
  'src/server/http/api-reference/*.test.ts',
  'src/server/settings/install.test.ts',
  'src/server/realtime/{publish-without-waiting,redis-adapter,session-watch}.test.ts',
  'src/server/testing/fault-proxy.test.ts',
  'src/server/zip/*.test.ts',
  'src/server/features/reports/export/*.test.ts',
]

/** Quick runs try on PostgreSQL what depends on the engine most: queries, locks, transactions, crashes. */
const QUICK_ON_POSTGRES = [
  ...WITH_OWN_ENGINES,
  'src/server/{fault-injection,quotas,several-servers}.test.ts',
  'src/server/db/**/*.test.ts',
  'src/server/operations/move.test.ts',
  'src/server/abuse-tests/races.test.ts',
  'src/server/features/{access,catalogue}.test.ts',
  'src/server/features/{activity,overview,report-views,reports,search,tasks,time-entries}/**/*.test.ts',
  'src/server/features/imports/{existing-rows,round-trip,undo}.test.ts',
  'src/server/features/timer/*.test.ts',
  'src/server/features/timer/legacy/{match-save,timers}.test.ts',
  'src/server/features/users/credentials/*.test.ts',
]

/** They try limits or many files, or need no engine; quick runs do so on SQLite only. */
const LARGE = [
  'src/server/features/reports/{large-reports,long-entries,own-exports,unread-reports}.test.ts',
  'src/server/features/time-entries/long-list.test.ts',
  'src/server/features/timer/{limits,many-commands}.test.ts',
]

/** They start many programs. */
const SLOW = ['src/server/{crash-recovery,operations/operate}.test.ts']

const ON_POSTGRES = IS_QUICK ? QUICK_ON_POSTGRES : 'src/server/**/*.test.ts'
const NOT_ON_POSTGRES = [...WITHOUT_ENGINE, ...(IS_QUICK ? LARGE : [])]

const WEB = { environment: 'happy-dom', setupFiles: 'src/web/testing/async-timeout.ts' }
const FRESH_PAGE = { ...SHARED, setupFiles: [WEB.setupFiles, 'src/web/testing/fresh-page.ts'] }

/** A request may still be on its way when the tests of such a file end, and needs the globals of its page. */
const WITH_SENDERS = [
  'src/web/{sync,app/{offline,session}}/**/*.test.{ts,tsx}',
  'src/web/features/dashboard/{dialogs,play,settings}/*.test.{ts,tsx}',
  'src/web/features/{signals/start,timer/**/*}.test.ts',
  'src/web/resources/resource.test.tsx',
]

/** The server's tests run on both engines; `npm test` starts the PostgreSQL that `TEST_DATABASE_URL` names. */
export default defineConfig({
  test: {
    // The providers and mail servers that tests start print warnings of their own.
    silent: 'passed-only',
    // Several times what the slowest tests take on a busy machine.
    testTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    // Some tests mostly wait for a database or a process.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      project('core', 'src/{core,contract}/**/*.test.ts', SHARED),
      project('command line', 'src/{cli,client}/**/*.test.ts', { env: { TEST_DATABASE_URL: '' } }),
      project('web', 'src/web/**/*.test.{ts,tsx}', { ...WEB, ...FRESH_PAGE, exclude: WITH_SENDERS }),
      project('web with senders', WITH_SENDERS, WEB),
      project('server on sqlite', 'src/server/**/*.test.ts', {
        ...SHARED,
        env: { TEST_DATABASE_URL: '' },
        exclude: [...(POSTGRES ? WITH_OWN_ENGINES : []), ...(IS_QUICK ? SLOW : [])],
      }),
      ...(POSTGRES ? [project(`server on ${ENGINE}`, ON_POSTGRES, { ...SHARED, exclude: NOT_ON_POSTGRES })] : []),
    ],
    coverage: { provider: 'istanbul', include: ['src/**/*.{ts,tsx}'], exclude: ['src/web/gallery/**'] },
  },
})
