import type { Page } from '@playwright/test'

/** A day of the list of entries. */
export const day = (page: Page, name: string) => page.getByRole('region', { name })

/** A row of the list, by the name of its button. */
export const row = (page: Page, name: RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name }) })
