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

test('boot.js applies the stored theme and colour to the next page', async () => {
  setThemePreference('dark')
  setProjectColor('#d97706')
  await openPage()
  expect(root.dataset['theme']).toBe('dark')
  expect(root.style.colorScheme).toBe('dark')
  expect(root.style.getPropertyValue('--accent')).toBe(themeTokens('#d97706', 'dark').accent)
})

test('without a preference the page follows the system', async () => {
  setThemePreference('system')
  await openPage()
  expect(root.dataset['theme']).toBe('light')
})

test('the app’s colour is the project’s, or the stored default, or the product’s', () => {
  expect(root.style.getPropertyValue('--stage')).toBe(themeTokens('#0284c7', 'light').stage)
  setDefaultColor('app', '#7c3aed')
  expect(root.style.getPropertyValue('--stage')).toBe(themeTokens('#7c3aed', 'light').stage)
  setProjectColor('#0f766e')
  expect(root.style.getPropertyValue('--stage')).toBe(themeTokens('#0f766e', 'light').stage)
  setProjectColor(undefined)
  expect(root.style.getPropertyValue('--stage')).toBe(themeTokens('#7c3aed', 'light').stage)
})

const DEFAULTS = { app: '#0284c7', client: '#0284c7', task: '#0284c7', tag: '#0284c7' }

// prettier-ignore
test.each([
  ['all on the first visit',           undefined,                                DEFAULTS],
  ['those that are missing',           '{"app":"#7c3aed","tag":"#db2777"}',      { ...DEFAULTS, app: '#7c3aed', tag: '#db2777' }],
  ['all in place of unreadable ones',  'null]',                                  DEFAULTS],
  ['none in place of saved ones',      JSON.stringify({ ...DEFAULTS, task: '#000000' }), { ...DEFAULTS, task: '#000000' }],
])('W22 the start stores the default colours: %s', (_what, stored, expected) => {
  localStorage.clear()
  if (stored !== undefined) localStorage.setItem('default-colors', stored)
  startTheme()
  expect(JSON.parse(localStorage.getItem('default-colors') ?? '{}')).toEqual(expected)
  expect(root.style.getPropertyValue('--stage')).toBe(themeTokens(expected.app, 'light').stage)
})

test('invalid stored values are ignored', async () => {
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
