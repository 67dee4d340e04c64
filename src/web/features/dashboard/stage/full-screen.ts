import { useEffect, useSyncExternalStore } from 'react'

export const STAGE_ID = 'stage'

/**
 * Makes the whole page full screen, and the stage covers it. If only the stage element were full screen, dialogs and
 * toasts, which are outside it, would be invisible. Does nothing on pages without a stage.
 */
export function toggleFullScreen() {
  if (isFullScreen()) void document.exitFullscreen()
  else if (document.getElementById(STAGE_ID) !== null)
    // If the browser refuses, nothing changes.
    void document.documentElement.requestFullscreen().catch(() => undefined)
}

/** Whether the stage fills the screen. Unmounting the stage leaves full screen. */
export function useFullScreen() {
  const isFull = useSyncExternalStore(subscribe, isFullScreen)
  useEffect(() => {
    if (!isFull) return
    const { style } = document.documentElement
    style.setProperty('overflow', 'hidden')
    return () => {
      style.removeProperty('overflow')
      if (isFullScreen()) void document.exitFullscreen()
    }
  }, [isFull])
  return isFull
}

// Undefined in browsers without the interface, as on iPhones.
const isFullScreen = () => Boolean(document.fullscreenElement)

function subscribe(onChange: () => void) {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}
