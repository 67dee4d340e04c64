import reports from './reports.json'

/** What only the reports say. */
export const words = { reports }
