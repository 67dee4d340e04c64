import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { run, runTool } from './run.ts'

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The same without a window around its pages, which makes it much faster. It shows no notifications. */
const SYSTEM_SHELL = '/usr/bin/chromium-headless-shell'

/** Sees to it that there is a Chromium for the tests: Debian's packages where they can be had, else Playwright's own. */
export async function ensureBrowser() {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const isNamed = process.env['CHROMIUM_PATH'] !== undefined
  if (findBrowser() !== undefined && (isNamed || !mayInstall || existsSync(SYSTEM_SHELL))) return
  console.log('Looking for a browser to test with …')
  if (mayInstall) {
    await run('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    await run('apt-get', ['install', '-y', '-qq', 'chromium', 'chromium-headless-shell'], { stdio: 'ignore' })
  }
  if (findBrowser() === undefined) await runTool('playwright/cli.js', ['install', 'chromium'], { stdio: 'ignore' })
  if (findBrowser() === undefined)
    throw new Error('The tests need Chromium: install it, or set CHROMIUM_PATH to where it is.')
}

/** For what needs no whole browser. */
export const findShell = () =>
  process.env['CHROMIUM_PATH'] === undefined && existsSync(SYSTEM_SHELL) ? SYSTEM_SHELL : findBrowser()

/** The one named, the system's, or Playwright's own. */
export function findBrowser() {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
  return [named, ...SYSTEM_BROWSERS, chromium.executablePath()].find((path) => path !== undefined && existsSync(path))
}
