import type { Page } from '@playwright/test'
import { expect } from './app.ts'

/** The router exposes itself on the window. */
interface WindowWithRouter {
  __TSR_ROUTER__: {
    routesById: Record<string, { fullPath: string; children?: unknown }>
    history: { push: (address: string) => void }
    state: { status: string; location: { pathname: string }; resolvedLocation?: { pathname: string } }
  }
}

/** Paths of all pages of the app. */
export const listRoutes = (page: Page) =>
  page.evaluate(() =>
    Object.values((window as unknown as WindowWithRouter).__TSR_ROUTER__.routesById)
      .filter(({ children, fullPath }) => children === undefined && fullPath !== '/$')
      .map(({ fullPath }) => fullPath),
  )

/** Navigates within the app, which is much faster than loading it, and waits for the page. */
export async function navigateTo(page: Page, address: string) {
  await page.evaluate(
    (address) => (window as unknown as WindowWithRouter).__TSR_ROUTER__.history.push(address),
    address,
  )
  await waitForPage(page)
}

export async function waitForPage(page: Page) {
  const isDrawn = () =>
    page.evaluate(() => {
      const { status, location, resolvedLocation } = (window as unknown as WindowWithRouter).__TSR_ROUTER__.state
      return status === 'idle' && resolvedLocation?.pathname === location.pathname && !!document.querySelector('h1')
    })
  await expect.poll(isDrawn).toBe(true)
}

/** All text on the page, including the values of fields. */
export const readAllText = (page: Page) =>
  page.evaluate(() => {
    const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return [document.title, document.body.textContent, ...typed].join('\n')
  })
