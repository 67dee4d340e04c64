import { currentTranslation } from '#web/i18n/i18n.ts'

/** A page that has only just been loaded anew is not loaded again. */
const MIN_RELOAD_INTERVAL_MS = 10_000

/** The script that this page began with: another version begins with another. */
export const entryScriptPath = () =>
  new URL(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '', location.href).pathname

/** A new version takes the files of the one before away: a page that misses one of them is loaded anew. */
export function reloadWhenReplaced() {
  addEventListener('vite:preloadError', () => void reloadIfReplaced())
}

export async function reloadIfReplaced() {
  const page = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : entryScriptPath()),
    () => entryScriptPath(),
  )
  if (page.includes(entryScriptPath()) || performance.now() < MIN_RELOAD_INTERVAL_MS) return
  // Whoever has something typed and not saved says so, as when a window is closed.
  const isFree = dispatchEvent(new Event('beforeunload', { cancelable: true }))
  if (isFree) location.reload()
  else await offerReload()
}

async function offerReload() {
  const { toast } = await import('#web/ui/feedback/toast.ts')
  const { t } = currentTranslation()
  toast.show(t('shell.newVersion'), {
    action: { label: t('shell.error.reload'), onPress: () => location.reload() },
  })
}
