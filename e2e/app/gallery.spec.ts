import { expect, type Locator, type Page, test } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { expectAccessible } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'

// All tests share one server.
test.describe.configure({ mode: 'default' })

/** The least contrast of a selected segment with its track. In the light theme its shadow separates the two as well. */
const SEGMENT_CONTRASTS = [
  ['light', 1.15],
  ['dark', 2],
] as const

let vite: ViteDevServer

test.beforeAll(async () => {
  vite = await createServer({
    configFile: 'vite.config.ts',
    // A cache of its own, so that it does not disturb a running dev server.
    cacheDir: '../../node_modules/.vite-gallery',
    server: { port: 0, hmr: false, watch: null },
    logLevel: 'warn',
  })
  await vite.listen()
})

test.afterAll(() => vite.close())

// Contrast for any other hue is tested with the colour functions (D1).
for (const [theme, hue] of [
  ['light', 'Amber'],
  ['dark', 'Violet'],
] as const)
  test(`every component is accessible in the ${theme} theme`, THOROUGH, async ({ page }) => {
    await openGallery(page, theme)
    await page.getByRole('radiogroup', { name: 'Hue' }).getByRole('radio', { name: hue }).click()
    await expectAccessible(page)
    // For people to look at; it is not compared, as fonts differ between machines.
    await page.screenshot({ path: `test-results/gallery-${theme}.png`, fullPage: true })
  })

test('D1 the selected segment stands out from its track in both themes', async ({ page }) => {
  for (const [theme, minimum] of SEGMENT_CONTRASTS) {
    await openGallery(page, theme)
    const selected = page.getByRole('radiogroup').locator('label:has(:checked)').first()
    const [segment, track] = [await backgroundLuminance(selected), await backgroundLuminance(selected.locator('..'))]
    const contrast = (Math.max(segment, track) + 0.05) / (Math.min(segment, track) + 0.05)
    expect(contrast, theme).toBeGreaterThan(minimum)
  }
})

const OVERLAYS = [
  { opener: 'Menu', role: 'menu' },
  { opener: 'Popover', role: 'dialog' },
  { opener: 'Dialog', role: 'dialog' },
  { opener: 'Confirm', role: 'alertdialog' },
  { opener: 'Drawer', role: 'dialog' },
  { opener: 'Picker', role: 'dialog' },
  { opener: 'Another colour', role: 'dialog' },
  { opener: 'Client', role: 'listbox' },
  { opener: 'Calendar Day', role: 'dialog' },
] as const

test('every overlay is accessible, closes with Escape and returns the focus', THOROUGH, async ({ page }) => {
  await openGallery(page)
  for (const { opener, role } of OVERLAYS)
    await test.step(opener, async () => {
      const button = page.getByRole('button', { name: opener }).first()
      await button.click()
      await expect(page.getByRole(role).last()).toBeVisible()
      await expectAccessible(page)

      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
    })
})

test('a menu opens with an arrow key, wraps around and selects with Enter', THOROUGH, async ({ page }) => {
  await openGallery(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()

  await page.keyboard.type('da')
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('text in graphics is at least 12 px, also on a phone', THOROUGH, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openGallery(page)
  const sizes = await page
    .locator('svg text')
    .evaluateAll((texts) => texts.map((text) => getComputedStyle(text).fontSize))
  expect(Math.min(...sizes.map(parseFloat))).toBeGreaterThanOrEqual(12)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBe(0)
})

/** The luminance of an element's background, painted over those behind it. */
const backgroundLuminance = (element: Locator) =>
  element.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d')!
    const layers: Element[] = []
    for (let layer: Element | null = element; layer !== null; layer = layer.parentElement) layers.unshift(layer)
    for (const layer of layers) {
      context.fillStyle = getComputedStyle(layer).backgroundColor
      context.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = Array.from(
      context.getImageData(0, 0, 1, 1).data,
      (part) => (part / 255) ** 2.2,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  })

async function openGallery(page: Page, theme = 'light') {
  await page.addInitScript((theme) => localStorage.setItem('theme', theme), theme)
  // Without motion nothing is measured while it fades in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(new URL('/gallery/index.html', vite.resolvedUrls?.local[0]).href)
  await page.getByRole('heading', { name: 'States' }).waitFor()
}
