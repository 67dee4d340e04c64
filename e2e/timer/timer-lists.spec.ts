import { expect, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { expectButton } from '../support/timer-page.ts'
import { userApi } from '../support/user-api.ts'

test('D12 the lists of the timer take typed text each time they open', async ({ page, request, openAccount }) => {
  const { create } = userApi(request, await openAccount())
  for (const name of ['Mobile app', 'Support', 'Hiring']) await create('projects', { name })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  // The shortcuts are there once the navigation is.
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  for (const [typed, name] of [
    ['mob', 'Mobile app'],
    ['sup', 'Support'],
    ['hir', 'Hiring'],
  ] as const) {
    await page.keyboard.press('p')
    await expect(page.getByRole('searchbox', { name: 'Project' })).toBeFocused()
    await page.keyboard.type(typed)
    await expect(page.getByRole('option', { name })).toHaveAttribute('data-focused')
    await page.keyboard.press('Enter')
    await expectButton(page, `Project: ${name}`)
    await expect(page.getByRole('searchbox', { name: 'Project' })).toBeHidden()
  }
  await page.keyboard.press('Space')
  await expectButton(page, 'Pause')
})

test(
  'D12 a list that closes while the colours of the page change gives the keys back',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const { create } = userApi(request, await openAccount())
    await create('projects', { name: 'Website', color: '#c2410c' })
    await create('projects', { name: 'Hiring', color: '#15803d' })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/')
    await expect(page.locator('html[data-transitions]')).toBeAttached()
    for (const name of ['Website', 'Hiring']) {
      await page.keyboard.press('p')
      await expect(page.getByRole('searchbox', { name: 'Project' })).toBeFocused()
      await page.getByRole('option', { name }).click()
      await expectButton(page, `Project: ${name}`)
      await expect(page.getByRole('searchbox', { name: 'Project' })).not.toBeAttached()
    }
    await page.keyboard.press('Space')
    await expectButton(page, 'Pause')
  },
)
