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

/** A window above all others with the timer in it; `MiniTimer.tsx` draws it. Browsers want it to follow a press. */
export async function toggleMiniTimer() {
  if (miniWindow !== undefined) return closeMiniTimer()
  // Whatever the browser refuses stays closed.
  const opened = await window.documentPictureInPicture?.requestWindow(WINDOW_SIZE).catch(() => undefined)
  if (opened === undefined) return
  const undress = copyAppearance(opened.document)
  opened.addEventListener('pagehide', () => {
    undress()
    if (miniWindow === opened) setMiniWindow(undefined)
  })
  setMiniWindow(opened)
}

export const closeMiniTimer = () => miniWindow?.close()

/** The open window, if there is one. */
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

/** Gives another document the looks of the page, and keeps to its theme, its colours and its language. */
function copyAppearance(other: Document) {
  const [page, root] = [document.documentElement, other.documentElement]
  const follow = () => {
    root.lang = page.lang
    root.dataset['theme'] = page.dataset['theme']
    // The content policy refuses the attribute, not the property.
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
