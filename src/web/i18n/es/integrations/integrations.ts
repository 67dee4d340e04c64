import calendars from './calendars.json'
import tokens from './tokens.json'

/** Texts of the pages about connected tools. */
export const texts = { calendars, tokens }
