import type { texts as english } from '../en/reports.ts'
import reports from './reports.json'

export const texts: typeof english = { reports }
