import { en as message } from '#contract/messages/in-browser/en.ts'
import auth from './auth.json'
import shell from './shell.json'
import ui from './ui.json'

/** Texts of all pages, also of those before sign-in. */
export const texts = { auth, message, shell, ui }
