import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, expectAccessible, test } from '../support/app.ts'
import { startServer } from '../support/server.ts'
import { THOROUGH } from '../support/thorough.ts'

test.use({ isFirstVisit: true })

test(
  'W5 the operator’s text replaces that of the first-visit notice, in the language of the page',
  THOROUGH,
  async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'ritmo-notice-'))
    writeFileSync(join(folder, 'notice.txt'), 'Welcome to Atlas.\n\nMaintenance: <b>Sundays</b> at 6.')
    writeFileSync(join(folder, 'notice.es.txt'), 'Te damos la bienvenida a Atlas.')
    const server = await startServer({ NOTICE: join(folder, 'notice.txt') })
    try {
      await page.goto(`${server.url}/login`)
      const notice = page.getByRole('dialog')
      await expect(notice).toContainText('Welcome to Atlas.')
      await expect(notice).toContainText('Maintenance: <b>Sundays</b> at 6.')
      await expect(notice).not.toContainText('may take a few seconds')
      await expectAccessible(page)
      await notice.getByRole('button', { name: 'Continue' }).click()

      await page.evaluate(() => {
        localStorage.removeItem('first-visit')
        localStorage.setItem('language', 'es')
      })
      await page.reload()
      await expect(page.getByRole('dialog')).toContainText('Te damos la bienvenida a Atlas.')
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true })
    }
  },
)

test('W5 an operator who turns the notice off shows none', THOROUGH, async ({ page }) => {
  const server = await startServer({ NOTICE: 'off' })
  try {
    await page.goto(`${server.url}/login`)
    await page.getByLabel('Email').fill('ann@example.org')
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  } finally {
    await server.stop()
  }
})
