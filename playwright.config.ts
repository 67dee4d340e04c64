import { defineConfig } from '@playwright/test'
import { findBrowser, findShell } from './scripts/browser.ts'

/** They need a whole browser. */
const TELLING = /(push|signals)\.spec\.ts$/

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
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // A small machine with two browsers on it is slow at times.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'en-US',
    timezoneId: process.env['TZ'] ?? 'Europe/Madrid',
    // Nobody waits for a fade here. The gallery looks at motion.
    contextOptions: { reducedMotion: 'reduce' },
    // It would answer from its own files what a story wants to fail. Stories about it allow it.
    serviceWorkers: 'block',
    // Recording every story to keep those that fail costs all of them time: `--trace on` when one is sought.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'pages', testIgnore: TELLING, use: launchedWith(findShell()) },
    { name: 'notifications', testMatch: TELLING, use: launchedWith(findBrowser()) },
  ],
})
