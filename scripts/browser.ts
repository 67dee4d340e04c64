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

/** A Chromium for the tests: the one named, the system's, Playwright's own, Debian's package, in this order. */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser()
  if (found !== undefined) return found
  console.log('Looking for a browser to test with …')
  await runTool('playwright/cli.js', ['install', 'chromium'], { stdio: 'ignore' })
  if (findBrowser() === undefined && process.getuid?.() === 0) {
    await run('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore' })
  }
  const installed = findBrowser()
  if (installed === undefined)
    throw new Error('The tests need Chromium: install it, or set CHROMIUM_PATH to where it is.')
  return installed
}

export function findBrowser() {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
  return [named, ...SYSTEM_BROWSERS, chromium.executablePath()].find((path) => path !== undefined && existsSync(path))
}
