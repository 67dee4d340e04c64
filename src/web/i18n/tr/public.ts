import { tr as message } from '#contract/messages/tr.ts'
import auth from './auth.json'
import shell from './shell.json'
import ui from './ui.json'

/** What everybody reads, strangers included. */
export const words = { auth, message, shell, ui }
