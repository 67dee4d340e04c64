import { BASE_PATH } from '#web/base-path.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'

/** A page that was loaded less than this ago is not reloaded again. */
const MIN_RELOAD_INTERVAL_MS = 10_000

/** The path of this page's entry script, which differs between versions. */
export const entryScriptPath = () =>
  new URL(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '', location.href).pathname

/** A new version removes the files of the previous one. A page that misses one of them is reloaded. */
export function reloadWhenReplaced() {
  addEventListener('vite:preloadError', () => void reloadIfReplaced())
}

export async function reloadIfReplaced() {
  const page = await fetch(`${BASE_PATH}/`, { cache: 'no-store' }).then(
    (response) => (response.ok ? response.text() : entryScriptPath()),
    () => entryScriptPath(),
  )
  if (page.includes(entryScriptPath()) || performance.now() < MIN_RELOAD_INTERVAL_MS) return
  // Forms with unsaved input cancel this event, as when a window is closed.
  const canReload = dispatchEvent(new Event('beforeunload', { cancelable: true }))
  if (canReload) location.reload()
  else await offerReload()
}

async function offerReload() {
  const { toast } = await import('#web/ui/feedback/toast.ts')
  const { t } = currentTranslation()
  toast.show(t('shell.newVersion'), {
    action: { label: t('shell.error.reload'), onPress: () => location.reload() },
  })
}
