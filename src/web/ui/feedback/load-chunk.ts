import { currentTranslation } from '#web/i18n/i18n.ts'
import { toast } from './toast.ts'

/** Loads a chunk and calls back. Without a network the chunk may fail to load: a toast says so, and nothing changes. */
export function loadChunkThen(load: () => Promise<unknown>, onLoaded: () => void) {
  load().then(onLoaded, () => toast.show(currentTranslation().t('ui.failed'), { tone: 'danger' }))
}
