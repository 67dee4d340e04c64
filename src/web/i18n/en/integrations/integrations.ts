import calendars from './calendars.json'
import sharedReports from './shared-reports.json'
import tokens from './tokens.json'
import webhooks from './webhooks.json'

/** Texts of the pages about connected tools. */
export const texts = { calendars, sharedReports, tokens, webhooks }
