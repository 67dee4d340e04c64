import projectPage from './project-page.json'
import reports from './reports.json'

/** Texts of the pages of reports and of a project. */
export const texts = { projectPage, reports }
