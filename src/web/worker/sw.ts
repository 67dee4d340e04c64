import type { AppShell } from './cached-response.ts'
import { handleNotificationClicks, showPushes } from './notifications.ts'
import { serveAppShell } from './app-shell.ts'

declare const self: ServiceWorkerGlobalScope
/** Put here by the build. */
declare const SHELL: AppShell

showPushes(self)
handleNotificationClicks(self)
serveAppShell(self, SHELL)
