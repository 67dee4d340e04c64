import type { Page } from '@playwright/test'
import { expect } from './app.ts'

/** What the router leaves on the page for whoever looks after it. */
interface Routed {
  __TSR_ROUTER__: {
    routesById: Record<string, { fullPath: string; children?: unknown }>
    history: { push: (address: string) => void }
    state: { status: string; location: { pathname: string }; resolvedLocation?: { pathname: string } }
  }
}

/** Every page of the app, as the router knows it. */
export const listRoutes = (page: Page) =>
  page.evaluate(() =>
    Object.values((window as unknown as Routed).__TSR_ROUTER__.routesById)
      .filter(({ children, fullPath }) => children === undefined && fullPath !== '/$')
      .map(({ fullPath }) => fullPath),
  )

/** Goes there as a link does, and waits until the page is drawn: loading it anew would take most of the time. */
export async function go(page: Page, address: string) {
  await page.evaluate((address) => (window as unknown as Routed).__TSR_ROUTER__.history.push(address), address)
  await waitForPage(page)
}

export async function waitForPage(page: Page) {
  const isDrawn = () =>
    page.evaluate(() => {
      const { status, location, resolvedLocation } = (window as unknown as Routed).__TSR_ROUTER__.state
      return status === 'idle' && resolvedLocation?.pathname === location.pathname && !!document.querySelector('h1')
    })
  await expect.poll(isDrawn).toBe(true)
}

/** All text on the page, written or typed. */
export const readAllText = (page: Page) =>
  page.evaluate(() => {
    const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return [document.title, document.body.textContent, ...typed].join('\n')
  })
