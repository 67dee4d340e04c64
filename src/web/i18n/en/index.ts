import { en as message } from '#contract/messages/en.ts'
import auth from './auth.json'
import shell from './shell.json'
import ui from './ui.json'

export default { auth, message, shell, ui }
