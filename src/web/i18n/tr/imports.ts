import type { texts as english } from '../en/imports.ts'
import imports from './imports.json'

export const texts: typeof english = { imports }
