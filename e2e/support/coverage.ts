import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ScriptCoverage } from '../../scripts/test-runs/story-coverage.ts'

/** Records which code of the front end a page runs, if `npm run coverage` asks for it. */
export async function recordCoverage(page: Page) {
  const folder = process.env['STORY_COVERAGE']
  if (folder === undefined) return async () => {}
  await page.coverage.startJSCoverage({ resetOnNavigation: false })
  return async () => {
    // A story may have closed the page.
    if (page.isClosed()) return
    const scripts = await page.coverage.stopJSCoverage()
    const ours = scripts.flatMap(({ url, functions }): ScriptCoverage[] =>
      new URL(url).pathname.startsWith('/assets/') ? [{ url, functions }] : [],
    )
    await writeFile(join(folder, `story-${randomUUID()}.json`), JSON.stringify(ours))
  }
}
