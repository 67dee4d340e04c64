import type { Shell } from './answer.ts'
import { answerPresses, showPushes } from './notifications.ts'
import { keepShell } from './shell.ts'

declare const self: ServiceWorkerGlobalScope
/** Put here by the build. */
declare const SHELL: Shell

showPushes(self)
answerPresses(self)
keepShell(self, SHELL)
