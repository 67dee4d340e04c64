import sharedReports from './shared-reports.json'

/** Texts of what a user opens to other people and programs. */
export const texts = { sharedReports }
