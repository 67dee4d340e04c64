import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutate } from './vitest.mutation.config.ts'

const REPORT = join('node_modules', '.cache', 'ritmo', 'mutation', process.env['MUTATE'] ?? 'core')

export default {
  mutate: [...mutate, '!src/**/*.test.ts', '!src/**/testing/**'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  concurrency: 2,
  thresholds: { high: 95, low: 90, break: 90 },
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: join(REPORT, 'report.json') },
  htmlReporter: { fileName: join(REPORT, 'report.html') },
  // Vitest does not compile files below node_modules.
  tempDirName: join(tmpdir(), 'ritmo-mutation'),
  cleanTempDir: 'always',
  ignorePatterns: ['/data', '/dist', '/coverage', '/test-results', '/e2e', '/bench', '/drills', '/deploy', '/docs'],
  // Stryker would parse it with TypeScript's JavaScript API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  warnings: { slow: false },
  allowConsoleColors: false,
}
