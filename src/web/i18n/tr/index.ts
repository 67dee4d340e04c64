import { tr as message } from '#contract/messages/tr.ts'
import auth from './auth.json'
import shell from './shell.json'
import ui from './ui.json'

export default { auth, message, shell, ui }
