import { serveAppShell } from './app-shell.ts'
import type { AppShell } from './cached-response.ts'
import { handleNotificationClicks, showPushes } from './notifications.ts'

declare const self: ServiceWorkerGlobalScope
/** Replaced by the build. */
declare const SHELL: AppShell

showPushes(self)
handleNotificationClicks(self)
serveAppShell(self, SHELL)
