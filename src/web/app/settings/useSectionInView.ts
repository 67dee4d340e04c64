import { useSyncExternalStore } from 'react'

/** Which part of a long page is being read. */
export function useSectionInView(ids: readonly string[]) {
  return useSyncExternalStore(onScroll, () => sectionAt(ids.flatMap(positionOf), currentViewport()))
}

interface SectionPosition {
  id: string
  /** How far below the top of the screen it begins. */
  top: number
  /** Where that is after a press on its link. */
  margin: number
}

interface Viewport {
  height: number
  scrolled: number
  /** How far the page can be scrolled. */
  maxScroll: number
  /** What the address names. */
  hash: string
}

export function sectionAt(places: readonly SectionPosition[], view: Viewport) {
  // The line of reading sinks with the scroll bar, so that the last parts have their turn too.
  const line = (view.height * view.scrolled) / Math.max(1, view.maxScroll)
  const read = places.findLast(({ top }) => top <= line) ?? places[0]
  return (places.find((place) => isLinkTarget(place, view)) ?? read)?.id
}

const TOLERANCE_PX = 2

/** Named by the address, and still where that brings it: what is near the end of the page does not come up to the top. */
function isLinkTarget(
  { id, top, margin }: SectionPosition,
  { height, scrolled, maxScroll: end, hash: named }: Viewport,
) {
  const isAtEnd = scrolled > end - TOLERANCE_PX && top > margin && top < height
  return id === named && (isAtEnd || Math.abs(top - margin) <= TOLERANCE_PX)
}

function positionOf(id: string): SectionPosition[] {
  const section = document.getElementById(id)
  if (section === null) return []
  const margin = Number.parseFloat(getComputedStyle(section).scrollMarginTop) || 0
  return [{ id, top: section.getBoundingClientRect().top, margin }]
}

function currentViewport(): Viewport {
  const { scrollHeight, scrollTop, clientHeight } = document.documentElement
  const end = scrollHeight - clientHeight
  return { height: clientHeight, scrolled: scrollTop, maxScroll: end, hash: location.hash.slice(1) }
}

function onScroll(listener: () => void) {
  const stop = new AbortController()
  for (const event of ['scroll', 'resize', 'hashchange'])
    addEventListener(event, listener, { signal: stop.signal, passive: true })
  return () => stop.abort()
}
