import { serveAppShell } from './app-shell.ts'
import type { AppShell } from './cached-response.ts'
import { handleNotificationClicks, showPushes } from './notifications.ts'

declare const self: ServiceWorkerGlobalScope
/** Replaced by the build. */
declare const SHELL: AppShell

/** The folder of this script, like `/ritmo`; empty at the root. */
const basePath = new URL('.', location.href).pathname.slice(0, -1)

showPushes(self, basePath)
handleNotificationClicks(self, basePath)
serveAppShell(self, SHELL, basePath)
