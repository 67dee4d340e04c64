import { useSyncExternalStore } from 'react'

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

const listeners = new Set<() => void>()
let miniWindow: Window | undefined

export const canOpenMiniTimer = () => window.documentPictureInPicture !== undefined

/** Opens an always-on-top window for `MiniTimer.tsx`. Browsers allow this only after a click or key press. */
export async function toggleMiniTimer() {
  if (miniWindow !== undefined) return closeMiniTimer()
  // If the browser refuses, nothing opens.
  const opened = await window.documentPictureInPicture?.requestWindow(WINDOW_SIZE).catch(() => undefined)
  if (opened === undefined) return
  const stopCopying = copyAppearance(opened.document)
  opened.addEventListener('pagehide', () => {
    stopCopying()
    if (miniWindow === opened) setMiniWindow(undefined)
  })
  setMiniWindow(opened)
}

export const closeMiniTimer = () => miniWindow?.close()

export const useMiniWindow = () => useSyncExternalStore(subscribe, read)

const read = () => miniWindow

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setMiniWindow(next: Window | undefined) {
  miniWindow = next
  for (const listener of listeners) listener()
}

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
