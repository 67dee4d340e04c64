import reports from './reports.json'

/** Texts of the reports page. */
export const texts = { reports }
