import { defineConfig } from '@playwright/test'
import { type Engine, ENGINES, findBrowser, findHeadlessShell, isEngineInstalled } from './scripts/browser.ts'

/** Notifications need the full browser: the headless shell has none. */
const NOTIFICATION_STORIES = /\/notifications\//
/** They run in engines other than Chromium. */
const ENGINE_STORIES = /\/e2e\/browsers\/.*\.spec\.ts$/
/** Set by `npm test`; everything runs without it. */
const IS_QUICK = process.env['TESTS'] === 'quick'

const launchedWith = (executablePath = '') => ({
  launchOptions: {
    executablePath,
    // Root cannot have Chromium's sandbox; the rest keeps the browser from calling home.
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--disable-gpu',
      '--disable-extensions',
      '--no-first-run',
    ],
  },
})

/** The whole product in a real browser; `e2e/support/` starts a server of its own for each worker. */
export default defineConfig<object, { engine: Engine }>({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // Several times what the slowest stories take on a small machine.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  ...(IS_QUICK && { grepInvert: /@thorough/ }),
  use: {
    locale: 'en-US',
    timezoneId: process.env['TZ'] ?? 'Europe/Madrid',
    // Animations would only slow the stories down.
    contextOptions: { reducedMotion: 'reduce' },
    // The service worker would answer requests that a story lets fail. Stories about it allow it.
    serviceWorkers: 'block',
    // Recording traces slows down every story: run a failing one with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'pages', testIgnore: [NOTIFICATION_STORIES, ENGINE_STORIES], use: launchedWith(findHeadlessShell()) },
    { name: 'notifications', testMatch: NOTIFICATION_STORIES, use: launchedWith(findBrowser()) },
    ...ENGINES.filter(isEngineInstalled).map((engine) => ({
      name: engine,
      testMatch: ENGINE_STORIES,
      use: { engine },
      ...(IS_QUICK && { grep: /@every-run/ }),
    })),
  ],
})
