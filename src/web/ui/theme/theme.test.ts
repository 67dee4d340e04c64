import { beforeEach, expect, test, vi } from 'vitest'
import { themeTokens } from '#core/color.ts'
import { defaultColors, setDefaultColor, setProjectColor, setThemePreference, startTheme } from './theme.ts'

const boot = import.meta.glob('../../boot.js')
const root = document.documentElement

/** Runs `boot.js` with the storage that the page before has left. */
async function openPage() {
  root.removeAttribute('style')
  root.removeAttribute('data-theme')
  vi.resetModules()
  await boot['../../boot.js']?.()
}

beforeEach(() => {
  localStorage.clear()
  startTheme()
})

test('a chosen theme is there before the next page is painted', async () => {
  setThemePreference('dark')
  setProjectColor('#d97706')
  await openPage()
  expect(root.dataset['theme']).toBe('dark')
  expect(root.style.colorScheme).toBe('dark')
  expect(root.style.getPropertyValue('--accent')).toBe(themeTokens('#d97706', 'dark').accent)
})

test('without a choice the page follows the system', async () => {
  setThemePreference('system')
  await openPage()
  expect(root.dataset['theme']).toBe('light')
})

test('without a project the app wears the saved default colour, and without one the product’s', () => {
  expect(root.style.getPropertyValue('--stage')).toBe(themeTokens('#0284c7', 'light').stage)
  setDefaultColor('app', '#7c3aed')
  expect(root.style.getPropertyValue('--stage')).toBe(themeTokens('#7c3aed', 'light').stage)
  setProjectColor('#0f766e')
  expect(root.style.getPropertyValue('--stage')).toBe(themeTokens('#0f766e', 'light').stage)
  setProjectColor(undefined)
  expect(root.style.getPropertyValue('--stage')).toBe(themeTokens('#7c3aed', 'light').stage)
})

test('what is broken in the storage is ignored', async () => {
  localStorage.setItem('theme', 'purple')
  localStorage.setItem('theme-tokens', '{')
  localStorage.setItem('default-colors', 'null]')
  localStorage.setItem('project-color', 'red')
  await openPage()
  expect(root.dataset['theme']).toBe('light')
  expect(defaultColors().tag).toBe('#0284c7')
  setThemePreference('light')
  expect(root.style.getPropertyValue('--stage')).toBe(themeTokens('#0284c7', 'light').stage)
})
