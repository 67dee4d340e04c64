import { expect, uniqueEmail } from '../support/app.ts'
import { PREFIX, test } from '../support/site-below-path.ts'
import { countStoredRecords } from '../support/storage.ts'
import { THOROUGH } from '../support/thorough.ts'

test.use({ serviceWorkers: 'allow' })

for (const strips of [false, true])
  test.describe(`a proxy that ${strips ? 'removes' : 'passes on'} the path`, THOROUGH, () => {
    test.use({ strips })

    test('O20 the whole site works below a path of its host', async ({ page, context, site, findMailedLink }) => {
      const { origin } = new URL(site.url)
      await context.addInitScript((key) => localStorage.setItem(key, 'false'), `first-visit${PREFIX}`)
      // Another site of the same host keeps its data when a user of this one signs out.
      await page.goto(`${site.url}/health`)
      await page.evaluate(() => {
        localStorage.setItem('token', 'of another site')
        sessionStorage.setItem('draft', 'of another site')
      })

      await page.goto(site.url)
      await page.getByRole('link', { name: 'Create account' }).click()
      await expect(page).toHaveURL(`${site.url}/register`)
      const email = uniqueEmail()
      await page.getByRole('textbox', { name: 'Name' }).fill('Test Person')
      await page.getByRole('textbox', { name: 'Email' }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill('Quiet river 42')
      await page.getByLabel('Confirm password').fill('Quiet river 42')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByRole('navigation').first()).toBeAttached()
      await expect(page).toHaveURL(`${site.url}/`)
      await expect.poll(() => site.socketPaths[0]).toContain(`${PREFIX}/socket.io/`)
      expect(await findMailedLink(email, 'verify-email')).toMatch(new RegExp(`^${PREFIX}/verify-email/`))

      // A page deep in the site, opened directly, gets the worker, the manifest and its files.
      await page.goto(`${site.url}/projects/new`)
      await page.getByRole('textbox', { name: 'Name' }).fill('Atlas')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${site.url}/projects`)
      const scope = await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.scope))
      expect(scope).toBe(`${site.url}/`)
      const manifest = await page.locator('link[rel=manifest]').getAttribute('href')
      expect(manifest).toBe(`${PREFIX}/app.webmanifest`)
      expect(await (await page.request.get(origin + manifest)).json()).toMatchObject({ start_url: './', scope: './' })

      await expect
        .poll(() => page.evaluate(async () => (await caches.keys()).join()), { timeout: 20_000 })
        .toMatch(new RegExp(`^ritmo-${PREFIX}`))
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
      await page.reload()
      await expect(page.getByText('Atlas')).toBeVisible()
      await expect.poll(async () => (await countStoredRecords(page))['queries']).toBeGreaterThanOrEqual(3)
      await context.setOffline(true)
      await page.goto(`${site.url}/projects`)
      await expect(page.getByText('Atlas')).toBeVisible()
      await context.setOffline(false)

      await page.goto(`${site.url}/reports`)
      await page.evaluate((key) => localStorage.removeItem(key), `token${PREFIX}`)
      await page.goto(`${site.url}/reports`)
      await expect(page).toHaveURL(`${site.url}/login`)
      await page.getByRole('textbox', { name: 'Email' }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill('Quiet river 42')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL(new RegExp(`^${site.url}/reports`))

      await page.getByRole('button', { name: 'Test Person' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(page).toHaveURL(`${site.url}/login`)
      const kept = await page.evaluate(() => [localStorage.getItem('token'), sessionStorage.getItem('draft')])
      expect(kept).toEqual(['of another site', 'of another site'])

      const reference = await page.goto(`${site.url}/api/docs`)
      expect(reference?.status()).toBe(200)
      await page.getByRole('link', { name: 'OpenAPI 3.1' }).click()
      await expect(page).toHaveURL(`${site.url}/api/openapi.json`)
      expect(site.strayPaths.filter((path) => path !== '/favicon.ico')).toEqual([])
    })
  })
