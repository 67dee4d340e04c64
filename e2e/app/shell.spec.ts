import { expect, expectAccessible, test } from '../support/app.ts'
import { THOROUGH, thoroughIf } from '../support/thorough.ts'

test('W2 an unknown path leads to the dashboard', async ({ page, openAccount }) => {
  await openAccount()
  await page.goto('/no/such/page')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('every navigation link opens its page, and the title names it', async ({ page, signUp }) => {
  await signUp()
  for (const name of ['Time entries', 'Reports', 'Projects', 'Clients', 'Tasks', 'Tags', 'Timer presets', 'Settings']) {
    const link = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true })
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveTitle(`${name} · Ritmo`)
  }
})

test('About shows the product and its version', THOROUGH, async ({ page, signUp }) => {
  await signUp()
  await page.getByRole('button', { name: 'Test Person' }).click()
  await page.getByRole('menuitem', { name: 'About' }).click()
  await expect(page.getByRole('dialog', { name: 'Ritmo' })).toContainText('0.1.b')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a full-screen spinner shows while the session is checked', THOROUGH, async ({ page, signUp }) => {
  await signUp()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/users/profile', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto('/projects')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test('W11 a page that fails to load is replaced by an error page', async ({ page, openAccount, browserErrors }) => {
  await openAccount()
  await page.route('**/assets/reports-*.js', (route) => route.abort())
  await page.goto('/reports')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText('Failed to fetch dynamically imported module')).toBeVisible()
  // React logs the error that it caught.
  browserErrors.length = 0

  await page.unroute('**/assets/reports-*.js')
  await page.getByRole('button', { name: 'Reload Page' }).click()
  await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible()
})

test.describe('the first-visit notice', () => {
  test.use({ isFirstVisit: true })

  for (const way of ['Continue', 'Close', 'Escape', 'backdrop'])
    test(`W5 shows once and closes by ${way}`, thoroughIf(way !== 'Continue'), async ({ page }) => {
      await page.goto('/login')
      const notice = page.getByRole('dialog', { name: 'Important Notice' })
      await expect(notice).toContainText('may take a few seconds to load')
      await expectAccessible(page)
      await expect.poll(() => page.evaluate(() => localStorage.getItem('first-visit'))).toBe('false')

      if (way === 'Escape') await page.keyboard.press('Escape')
      else if (way === 'backdrop') await page.mouse.click(10, 10)
      else await notice.getByRole('button', { name: way }).click()
      await expect(notice).toBeHidden()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      await expect(notice).toBeHidden()
    })
})

test.describe('language', () => {
  test('W6 a selected language applies at once and is remembered', async ({ page }) => {
    await page.goto('/login')
    for (const [language, code, title] of [
      ['Español', 'es', 'Iniciar sesión'],
      ['Türkçe', 'tr', 'Oturum aç'],
    ] as const) {
      await page.getByRole('combobox').first().selectOption(language)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', code)
      await expect(page).toHaveTitle(`${title} · Ritmo`)
    }
  })

  test('W6 the user menu changes the language', async ({ page, signUp }) => {
    await signUp()
    await page.getByRole('button', { name: 'Test Person' }).click()
    await page.getByRole('menuitemradio', { name: 'Español' }).click()
    await expect(page.getByRole('menuitem', { name: 'Cerrar sesión' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  })

  for (const [locale, language] of [
    ['es-MX', 'es'],
    ['tr-TR', 'tr'],
    ['de-DE', 'en'],
  ] as const)
    test.describe(locale, () => {
      test.use({ locale })
      test(`W6 a browser in ${locale} sees the app in ${language}`, async ({ page }) => {
        await page.goto('/login')
        await expect(page.getByRole('heading')).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', language)
      })
    })
})

test.describe('theme', () => {
  test('W7 a dark theme is remembered and applied before the app loads', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('#root')).toBeEmpty()
  })

  test('W7 a selected theme stays when the initial data fails to load', THOROUGH, async ({ page, openAccount }) => {
    await openAccount()
    await page.route('**/api/initial-data', (route) => route.abort(), { times: 1 })
    await page.goto('/tags')
    await page.getByRole('button', { name: 'Test Person' }).click()
    const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT')
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await saved
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Clients', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  test.describe('the theme of the system', () => {
    test.use({ colorScheme: 'dark' })
    test('W7 is used until another is selected', async ({ page }) => {
      await page.goto('/login')
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await page.emulateMedia({ colorScheme: 'light' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test(
    'the menu is a drawer that closes with Escape, a click outside and a change of page',
    THOROUGH,
    async ({ page, signUp }) => {
      await signUp()
      const drawer = page.getByRole('dialog', { name: 'Main navigation' })
      const open = page.getByRole('button', { name: 'Open menu' })

      await open.click()
      await expect(drawer).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await expect(open).toBeFocused()

      await open.click()
      await page.mouse.click(370, 400)
      await expect(drawer).toBeHidden()

      await page.getByRole('button', { name: 'More' }).click()
      await drawer.getByRole('link', { name: 'Clients' }).click()
      await expect(drawer).toBeHidden()
      await expect(page).toHaveURL('/clients')

      await open.click()
      await page.goBack()
      await expect(drawer).toBeHidden()
    },
  )

  test('the tab bar opens the most used pages', async ({ page, signUp }) => {
    await signUp()
    const tab = page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Reports' })
    await tab.click()
    await expect(page).toHaveURL('/reports')
    await expect(tab).toHaveAttribute('aria-current', 'page')
  })
})

test.describe('on an iPhone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  // The content policy lists the style sheets of React Aria by hash. It adds the one for scrolling only on iOS.
  test('opening an overlay violates no content policy', async ({ page, signUp }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'userAgentData', { value: undefined })
      Object.defineProperty(navigator, 'platform', { value: 'iPhone' })
    })
    await signUp()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

test('the first Tab focuses the skip link', async ({ page, signUp }) => {
  await signUp()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
