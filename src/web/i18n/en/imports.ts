import imports from './imports.json'

/** Texts of the import page. */
export const texts = { imports }
