import { chromium } from '@playwright/test'
import { existsSync } from 'node:fs'
import { run, runTool } from './run.ts'
import { findProgram, installPrograms } from './topology/programs.ts'

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Much faster than the full browser, but without notifications. */
const SYSTEM_HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** Installs Chromium for the tests if it is missing: Debian's packages as root on Debian, else Playwright's build. */
export async function ensureBrowser() {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const isNamed = process.env['CHROMIUM_PATH'] !== undefined
  if (findBrowser() !== undefined && (isNamed || !mayInstall || existsSync(SYSTEM_HEADLESS_SHELL))) return
  console.log('Installing Chromium …')
  if (mayInstall) {
    await run('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    await run('apt-get', ['install', '-y', '-qq', 'chromium', 'chromium-headless-shell'], { stdio: 'ignore' })
  }
  if (findBrowser() === undefined) await runTool('playwright/cli.js', ['install', 'chromium'], { stdio: 'ignore' })
  if (findBrowser() === undefined)
    throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH to its executable.')
}

/** Returns the path of Chromium and installs it first if it is missing; exits with one sentence if that fails. */
export async function requireBrowser() {
  try {
    await ensureBrowser()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
  return findBrowser() ?? ''
}

/** For tests that need no full browser. */
export const findHeadlessShell = () =>
  process.env['CHROMIUM_PATH'] === undefined && existsSync(SYSTEM_HEADLESS_SHELL)
    ? SYSTEM_HEADLESS_SHELL
    : findBrowser()

/** CHROMIUM_PATH, a browser of the system, or Playwright's build, in this order. */
export function findBrowser() {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
  return [named, ...SYSTEM_BROWSERS, chromium.executablePath()].find((path) => path !== undefined && existsSync(path))
}

/** The engines other than Chromium, and the programs that drive them. */
const ENGINE_PROGRAMS = {
  firefox: ['firefox-esr'],
  webkit: ['WebKitWebDriver', 'Xvfb'],
} as const
export type Engine = keyof typeof ENGINE_PROGRAMS
export const ENGINES = Object.keys(ENGINE_PROGRAMS) as Engine[]

export const isEngineInstalled = (engine: Engine) =>
  ENGINE_PROGRAMS[engine].every((program) => findProgram(program) !== undefined)

/** Installs the engines if they are missing; exits with one sentence if that fails. */
export async function requireEngines() {
  await installPrograms(ENGINES.flatMap((engine) => ENGINE_PROGRAMS[engine]))
  if (ENGINES.every(isEngineInstalled)) return
  console.error('Install the Debian packages firefox-esr, webkit2gtk-driver and xvfb, or their equivalents.')
  process.exit(1)
}
