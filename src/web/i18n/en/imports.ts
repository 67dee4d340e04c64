import imports from './imports.json'

/** What only the import says. */
export const words = { imports }
