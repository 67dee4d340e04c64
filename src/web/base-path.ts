/** The path of `PUBLIC_URL`, like `/ritmo`; empty for a site at the root. The server writes it into the page. */
export const BASE_PATH = globalThis.document?.documentElement.dataset['base'] ?? ''

/** Storage, locks and channels belong to a whole origin, which a site below a path shares with other sites. */
export const nameInOrigin = (name: string) => name + BASE_PATH
