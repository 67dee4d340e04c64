import './gallery.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setQueue } from '#web/api/offline/mutation-queue.ts'
import { startI18n } from '#web/i18n/i18n.ts'
import { Toaster } from '#web/ui/feedback/Toaster.tsx'
import { LocaleProvider } from '#web/ui/LocaleProvider.tsx'
import { startTheme } from '#web/ui/theme/theme.ts'
import { Gallery } from './Gallery.tsx'
import { QUEUED_MUTATIONS } from './samples.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root')

startTheme()
await startI18n()
setQueue(QUEUED_MUTATIONS)
createRoot(root).render(
  <StrictMode>
    <LocaleProvider>
      <Gallery />
      <Toaster />
    </LocaleProvider>
  </StrictMode>,
)
