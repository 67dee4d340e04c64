import { tr as message } from '#contract/messages/in-browser/tr.ts'
import type { texts as english } from '../en/public.ts'
import auth from './auth.json'
import shell from './shell.json'
import ui from './ui.json'

export const texts: typeof english = { auth, message, shell, ui }
