import type { texts as english } from '../en/settings.ts'
import settings from './settings.json'
import trash from './trash.json'

export const texts: typeof english = { settings, trash }
