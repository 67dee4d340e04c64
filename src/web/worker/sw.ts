import { answerPresses, showPushes } from './notifications.ts'

declare const self: ServiceWorkerGlobalScope

showPushes(self)
answerPresses(self)
