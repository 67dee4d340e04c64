import './ui/ui.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followOtherTabs, onSessionChange } from './api/session.ts'
import { reloadWhenReplaced } from './app/new-version.ts'
import { router } from './app/router.tsx'
import { startServiceWorker } from './app/service-worker.ts'
import { startI18n } from './i18n/i18n.ts'
import { startTheme } from './ui/theme.ts'

// Whoever signs in or out, here or in another tab: the guards of the present page decide where to go.
onSessionChange(() => void router.invalidate())
followOtherTabs()
startTheme()
reloadWhenReplaced()
startServiceWorker()
void start()

async function start() {
  const words = startI18n()
  // The page and the words for it arrive side by side.
  void router.load()
  await words
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
