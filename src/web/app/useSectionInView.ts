import { useSyncExternalStore } from 'react'

/** Which part of a long page is being read. */
export function useSectionInView(ids: readonly string[]) {
  return useSyncExternalStore(onScroll, () => ids.find(isChosen) ?? ids.findLast(isReached) ?? ids[0])
}

/** Named by the address, as after a press on its link, and still on the screen. */
function isChosen(id: string) {
  const section = location.hash === `#${id}` ? document.getElementById(id)?.getBoundingClientRect() : undefined
  return section !== undefined && section.bottom > 0 && section.top < innerHeight
}

/** The line of reading sinks with the scroll bar, so that the last parts have their turn too. */
function isReached(id: string) {
  const { scrollHeight, scrollTop, clientHeight } = document.documentElement
  const line = (clientHeight * scrollTop) / Math.max(1, scrollHeight - clientHeight)
  const section = document.getElementById(id)?.getBoundingClientRect()
  return section !== undefined && section.top <= line
}

function onScroll(listener: () => void) {
  const stop = new AbortController()
  for (const event of ['scroll', 'resize', 'hashchange'])
    addEventListener(event, listener, { signal: stop.signal, passive: true })
  return () => stop.abort()
}
