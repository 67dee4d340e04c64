import { createValueStore } from '#web/value-store.ts'

interface PictureInPicture {
  requestWindow: (options: { width: number; height: number }) => Promise<Window>
}

declare global {
  interface Window {
    /** Not in every browser. */
    documentPictureInPicture?: PictureInPicture
  }
}

const WINDOW_SIZE = { width: 340, height: 240 }

const miniWindow = createValueStore<Window | undefined>(undefined)

export const canOpenMiniTimer = () => window.documentPictureInPicture !== undefined

/** Opens an always-on-top window for `MiniTimer.tsx`. Browsers allow this only after a click or key press. */
export async function toggleMiniTimer() {
  if (miniWindow.read() !== undefined) return closeMiniTimer()
  // If the browser refuses, nothing opens.
  const opened = await window.documentPictureInPicture?.requestWindow(WINDOW_SIZE).catch(() => undefined)
  if (opened === undefined) return
  const stopCopying = copyAppearance(opened.document)
  opened.addEventListener('pagehide', () => {
    stopCopying()
    if (miniWindow.read() === opened) miniWindow.set(undefined)
  })
  miniWindow.set(opened)
}

export const closeMiniTimer = () => miniWindow.read()?.close()

export const useMiniWindow = miniWindow.useValue

/** Copies style sheets into the mini window, and keeps its theme, colours and language in sync with the page. */
function copyAppearance(other: Document) {
  const [page, root] = [document.documentElement, other.documentElement]
  const follow = () => {
    root.lang = page.lang
    root.dataset['theme'] = page.dataset['theme']
    // The content security policy blocks the style attribute, but not this property.
    root.style.cssText = page.style.cssText
    other.title = 'Ritmo'
  }
  for (const sheet of document.querySelectorAll('link[rel=stylesheet], style'))
    other.head.append(other.importNode(sheet, true))
  follow()
  const observer = new MutationObserver(follow)
  observer.observe(page, { attributes: true, attributeFilter: ['lang', 'data-theme', 'style'] })
  return () => observer.disconnect()
}
