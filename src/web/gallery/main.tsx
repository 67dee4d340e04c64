import './gallery.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '#web/i18n/i18n.ts'
import { createSyncEngine } from '#web/sync/engine.ts'
import { append, EMPTY_DATA } from '#web/sync/operation.ts'
import type { Storage } from '#web/sync/storage.ts'
import { SyncContext } from '#web/sync/sync-context.ts'
import { Toaster } from '#web/ui/feedback/Toaster.tsx'
import { LocaleProvider } from '#web/ui/LocaleProvider.tsx'
import { startTheme } from '#web/ui/theme/theme.ts'
import { Gallery } from './Gallery.tsx'
import { UNSENT_OPERATION } from './samples.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root')

startTheme()
await startI18n()
const sync = createSyncWithSamples()
await sync.whenRead()
createRoot(root).render(
  <StrictMode>
    <SyncContext value={sync}>
      <LocaleProvider>
        <Gallery />
        <Toaster />
      </LocaleProvider>
    </SyncContext>
  </StrictMode>,
)

/** Its storage never changes, and it sends nothing, because no kind of operation is registered. */
function createSyncWithSamples() {
  const data = append(EMPTY_DATA, UNSENT_OPERATION)
  const storage: Storage = { change: async (_user, edit) => ({ data, result: edit(data)[1], isChanged: false }) }
  const sync = createSyncEngine({
    openDisk: async () => storage,
    tabs: { withLock: (task) => task(), post: () => {}, onPost: () => {}, close: () => {} },
    session: { userId: () => 'user', onChange: () => () => {} },
  })
  sync.start()
  return sync
}
