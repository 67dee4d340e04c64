import { useEffect, useSyncExternalStore } from 'react'

export const STAGE_ID = 'stage'

/**
 * The whole page goes full screen, and the stage covers it: were it the stage alone, questions and messages, which are
 * beside it, would not be seen. Without a stage there is nothing to show.
 */
export function toggleFullScreen() {
  if (isFullScreen()) void document.exitFullscreen()
  else if (document.getElementById(STAGE_ID) !== null)
    // A browser that refuses stays as it is.
    void document.documentElement.requestFullscreen().catch(() => undefined)
}

/** For the stage: whether it is to fill the screen. Leaving the stage leaves full screen. */
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

const isFullScreen = () => document.fullscreenElement !== null

function subscribe(onChange: () => void) {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}
