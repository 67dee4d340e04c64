import './ui/ui.css'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { currentToken, followOtherTabs, onSessionChange } from './api/session.ts'
import { reloadWhenReplaced } from './app/offline/new-version.ts'
import { router } from './app/router.tsx'
import { startServiceWorker } from './app/offline/service-worker.ts'
import { startI18n } from './i18n/i18n.ts'
import { startTheme } from './ui/theme/theme.ts'

// Whoever signs in or out, here or in another tab: the guards of the present page decide where to go.
onSessionChange(() => void router.invalidate())
followOtherTabs()
startTheme()
reloadWhenReplaced()
startServiceWorker()
void start()

/** A page that comes sooner is drawn at once: one that shows first that it is waiting comes later for it. */
const FIRST_PAGE_TIMEOUT_MS = 500

async function start() {
  const page = router.load()
  // The page and the words for it arrive side by side.
  await startI18n()
  await Promise.race([page, new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_TIMEOUT_MS))])
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  // Bit by bit, so that even a slow telephone hears what is pressed meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  )
  if (currentToken() === undefined) await clearLeftoverUserData().catch(() => undefined)
}

/** Where nobody has been, there is nothing to load it for. */
async function clearLeftoverUserData() {
  const databases = await indexedDB.databases()
  if (databases.length > 0) await (await import('./app/session/clear-user-data.ts')).clearUserData()
}
