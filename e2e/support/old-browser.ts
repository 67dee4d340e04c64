import type { Page } from '@playwright/test'
import { listNewerBuiltIns } from '../../scripts/web-build/browsers/newer-built-ins.ts'
import type { Versions } from '../../scripts/web-build/browsers/compat-data.ts'
import { test } from './devices.ts'

/** The browser enforces trusted types by a header, so a page cannot do without their object. */
const ENFORCED_GLOBALS = /^(trustedTypes|TrustedType)/

/** Deletes the built-ins that these browsers lack, by default the oldest supported ones, from every page that opens. */
export async function emulateOldBrowser(page: Page, versions?: Versions) {
  const { globals, members, statics } = listNewerBuiltIns(versions)
  const built = [...globals].map((path) => ({ path, isStatic: true }))
  const ofInterfaces = [...members].map((path) => ({ path, isStatic: statics.has(path) }))
  const all = [...built, ...ofInterfaces].filter(
    ({ path }) => !ENFORCED_GLOBALS.test(path.slice(path.indexOf('.') + 1)),
  )
  await page.addInitScript((all) => {
    for (const { path, isStatic } of all) {
      const names = path.split('.')
      const name = names.pop() ?? ''
      let owner: unknown = window
      for (const part of names) owner = (owner as Record<string, unknown> | undefined)?.[part]
      const owners = isStatic ? [owner] : [owner, (owner as { prototype?: unknown } | undefined)?.prototype]
      for (const one of owners) if (one instanceof Object) Reflect.deleteProperty(one, name)
    }
  }, all)
}

/** Stories with a clock, in the oldest supported browsers. */
export const testInOldBrowser = test.extend({
  page: async ({ page }, use) => {
    await emulateOldBrowser(page)
    await use(page)
  },
})
