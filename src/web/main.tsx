import './ui/ui.css'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { currentToken, followOtherTabs, onSessionChange } from './api/session.ts'
import { reloadWhenReplaced } from './app/offline/new-version.ts'
import { startServiceWorker } from './app/offline/service-worker.ts'
import { createAppRouter } from './app/router.tsx'
import type { Services } from './app/services.ts'
import { startI18n } from './i18n/i18n.ts'
import { startTheme } from './ui/theme/theme.ts'

let services: Promise<Services> | undefined

/** Creates, once, what the pages of a signed-in user share. The public pages do not load its code. */
function loadServices() {
  services ??= import('./app/services.ts').then(({ createServices }) => createServices())
  services.catch(() => (services = undefined))
  return services
}

const router = createAppRouter({ loadServices })

// After a sign-in or sign-out, in this tab or another, the guard of the current route redirects.
onSessionChange(() => void router.invalidate())
followOtherTabs()
startTheme()
reloadWhenReplaced()
startServiceWorker()
void start()

/** The first render waits this long for the page, so that a quick one shows no spinner. */
const FIRST_PAGE_TIMEOUT_MS = 500

async function start() {
  const page = router.load()
  // The page and its translations load in parallel.
  await startI18n()
  await Promise.race([page, new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_TIMEOUT_MS))])
  const root = document.getElementById('root')
  // `boot.js` removes it from browsers that are too old.
  if (root === null) return
  // A transition renders in slices, so that a slow phone still reacts to input.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  )
  if (currentToken() === undefined) await clearLeftoverUserData().catch(() => undefined)
}

/** Loads the code that clears user data, except if this browser can tell that it has no database. */
async function clearLeftoverUserData() {
  const databases = await (indexedDB as Partial<IDBFactory>).databases?.()
  if (databases?.length !== 0) await (await import('./app/session/clear-user-data.ts')).clearUserData()
}
