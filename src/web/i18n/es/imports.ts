import imports from './imports.json'

/** What only the imports say. */
export const words = { imports }
