import { requireEngines } from './browser.ts'
import { runTool } from './run.ts'
import { buildWeb } from './web-build/build-web.ts'

/** Runs all stories in Firefox and WebKit. Options go to Playwright, such as `--project=webkit` or `-g palette`. */
await requireEngines()
await buildWeb()
const given = process.argv.slice(2)
const projects = given.some((option) => option.startsWith('--project')) ? [] : ['--project=firefox', '--project=webkit']
const { ok } = await runTool('@playwright/test/cli.js', ['test', '--reporter=list', ...projects, ...given])
if (!ok) process.exitCode = 1
