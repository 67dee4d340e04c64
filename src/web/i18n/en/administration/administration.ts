import administration from './administration.json'

/** Texts of the page for administrators. */
export const texts = { administration }
