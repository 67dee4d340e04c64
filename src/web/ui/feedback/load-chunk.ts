import { currentTranslation } from '#web/i18n/i18n.ts'
import { toast } from './toast.ts'

/** Goes on once a part of the app is there. Without a network it may not come: that is told, and all stays as it is. */
export function loadChunkThen(load: () => Promise<unknown>, goOn: () => void) {
  load().then(goOn, () => toast.show(currentTranslation().t('ui.failed'), { tone: 'danger' }))
}
