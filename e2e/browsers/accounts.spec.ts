import { MINUTE_MS } from '../../src/core/time/units.ts'
import { uniqueEmail } from '../support/app.ts'
import { countStoredRecords } from '../support/storage.ts'
import { type Account, expect, skipFirstVisit, test } from './fixtures.ts'
import type { BrowserWindow } from './webdriver/browser.ts'

const DEVICE_KEYS = ['theme', 'language', 'first-visit', 'project-color', 'default-colors', 'theme-tokens']

async function signOut(window: BrowserWindow) {
  await window.clickButton(/^Test Person/)
  await window.getByRole('menuitem', 'Sign out').click()
}

async function signIn(window: BrowserWindow, { email, password }: Account) {
  await window.getByLabel('Email').fill(email)
  await window.getByLabel('Password').fill(password)
  await window.press('Enter')
}

test('W5 a new user closes the notice, registers by keyboard and lands on the dashboard', async ({
  window,
  origin,
}) => {
  await window.open(`${origin}/register`)
  await window.getByRole('dialog', 'Important Notice').getByRole('button', 'Continue').click()
  await window.getByRole('dialog').expectHidden()
  await window.getByLabel('Name').click()
  for (const text of ['Test Person', uniqueEmail(), 'Quiet river 42']) {
    await window.type(text)
    await window.press('Tab')
  }
  await window.getByLabel('Confirm password').fill('Another river 42')
  await window.clickButton('Create account')
  await window.getByText('Passwords do not match').expectShown()
  await window.getByLabel('Confirm password').fill('Quiet river 42')
  await window.clickButton('Create account')
  await window.getByRole('heading', /^Dashboard/).expectShown()
  await window.getByRole('button', /^Test Person/).expectShown()
  await window.expectPath('/')
})

test(
  'W1 S26 a visitor signs in, is redirected, and leaves no data behind when signing out',
  { tag: '@every-run' },
  async ({ window, origin, account }) => {
    await skipFirstVisit(window, origin)
    await window.open(`${origin}/projects?status=archived`)
    await window.expectPath('/login')
    await signIn(window, { ...account, password: 'Wrong-1234' })
    await window.getByRole('alert').withText('Invalid email or password').expectShown()
    await signIn(window, account)
    await window.getByRole('heading', 'Projects').expectShown()
    await window.expectPath('/projects?status=archived')
    await signOut(window)
    await window.expectPath('/login')
    const left = await window.evaluate(() => Object.keys(localStorage))
    expect(left.filter((key) => !DEVICE_KEYS.includes(key))).toEqual([])
    await expect.poll(() => countStoredRecords(window)).toEqual({ users: 0, queries: 0 })
    await window.goBack()
    await window.expectPath('/login')
  },
)

test('Y25 signing out asks about a running timer and can stop it', async ({ window, openPage, account, api }) => {
  await openPage('/')
  await api.startRun({ ago: 2 * MINUTE_MS })
  await window.getByRole('button', 'Pause').expectShown()
  await signOut(window)
  await window.getByRole('dialog', 'The timer is still running').getByRole('button', 'Stop and save').click()
  await window.expectPath('/login')
  await signIn(window, account)
  await window.getByRole('link', 'Time entries').first().click()
  await window.getByRole('status').withText('1 time entry').expectShown()
})

test('W17 theme, language and name are changed in the settings, and a reload keeps them', async ({
  window,
  openPage,
}) => {
  await openPage('/settings')
  await window.getByLabel('Name').fill('Another Person')
  await window.getByRole('link', 'Projects').first().click()
  await window.getByRole('alertdialog').getByRole('button', 'Cancel').click()
  await window.expectPath('/settings')
  await window.clickButton('Save')
  await window.getByRole('status').withText('Saved').expectShown()
  await window.getByRole('button', /^Another Person/).expectShown()
  await window.getByRole('radio', 'Dark').click()
  await expect.poll(() => window.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  const dark = await window.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await window.getByRole('radio', 'Light').click()
  await expect
    .poll(() => window.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))
    .not.toBe(dark)
  await window.getByRole('radio', 'Español').click()
  await window.getByRole('heading', 'Apariencia').expectShown()
  await expect.poll(() => window.evaluate(() => localStorage.getItem('unsaved-preferences'))).toBeNull()
  await window.reload()
  await window.getByRole('heading', 'Apariencia').expectShown()
  expect(await window.evaluate(() => document.documentElement.dataset['theme'])).toBe('light')
  await window.getByRole('button', /^Another Person/).expectShown()
})
