import type { Page } from '@playwright/test'
import { expect } from './app.ts'

export const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const expectButton = (page: Page, name: string) =>
  expect(page.getByRole('button', { name, exact: true })).toBeVisible()
export const expectMessage = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
export const clock = (page: Page) => page.getByRole('timer')
export const timerRegion = (page: Page) => page.getByRole('region', { name: 'Focus timer' })
export const saveDialog = (page: Page) => page.getByRole('dialog', { name: 'Save Session' })

/**
 * Records every text that appears on a page from now on and returns a function that counts one: when a story advances
 * time by minutes, a message may be gone before the story looks for it.
 */
export async function recordTexts(page: Page) {
  const recorded = await page.evaluateHandle(() => {
    const texts: string[] = []
    const record = (records: MutationRecord[]) =>
      records.forEach(({ addedNodes }) => addedNodes.forEach(({ textContent }) => texts.push(textContent ?? '')))
    new MutationObserver(record).observe(document.body, { subtree: true, childList: true })
    return texts
  })
  return (text: string) => recorded.evaluate((texts, text) => texts.filter((one) => one.includes(text)).length, text)
}
