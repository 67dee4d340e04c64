import { currentTranslation } from '#web/i18n/i18n.ts'
import { holdTypedText } from '#web/ui/keyboard/type-ahead.ts'
import { toast } from './toast.ts'

/** After this time the opened panel has taken the focus, so typed text is no longer held for it. */
const MAX_OPENING_MS = 1_000

/**
 * Loads a chunk and calls back to open what is in it. Text typed meanwhile goes there. Without a network the chunk may
 * fail to load: a toast says so, and nothing changes.
 */
export function loadChunkThen(load: () => Promise<unknown>, onLoaded?: () => void) {
  const release = holdTypedText()
  load().then(
    () => {
      onLoaded?.()
      setTimeout(release, MAX_OPENING_MS)
    },
    () => {
      release()
      toast.show(currentTranslation().t('ui.failed'), { tone: 'danger' })
    },
  )
}
