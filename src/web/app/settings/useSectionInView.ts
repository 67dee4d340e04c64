import { useSyncExternalStore } from 'react'

/** The id of the section that is being read on a long page. */
export function useSectionInView(ids: readonly string[]) {
  return useSyncExternalStore(onScroll, () => sectionAt(ids.flatMap(positionOf), currentViewport()))
}

interface SectionPosition {
  id: string
  /** The distance of its beginning from the top of the viewport. */
  top: number
  /** The same distance after a jump to its link. */
  margin: number
}

interface Viewport {
  height: number
  scrolled: number
  maxScroll: number
  /** The fragment of the address, without `#`. */
  hash: string
}

export function sectionAt(positions: readonly SectionPosition[], view: Viewport) {
  // The reading line moves down with the scroll bar, so that the last sections are reached too.
  const line = (view.height * view.scrolled) / Math.max(1, view.maxScroll)
  const read = positions.findLast(({ top }) => top <= line) ?? positions[0]
  return (positions.find((section) => isLinkTarget(section, view)) ?? read)?.id
}

const TOLERANCE_PX = 2

/** Whether the section is still where a click on its link scrolled it: the top, or lower near the end of the page. */
function isLinkTarget({ id, top, margin }: SectionPosition, { height, scrolled, maxScroll, hash }: Viewport) {
  const isAtEnd = scrolled > maxScroll - TOLERANCE_PX && top > margin && top < height
  return id === hash && (isAtEnd || Math.abs(top - margin) <= TOLERANCE_PX)
}

function positionOf(id: string): SectionPosition[] {
  const section = document.getElementById(id)
  if (section === null) return []
  const margin = Number.parseFloat(getComputedStyle(section).scrollMarginTop) || 0
  return [{ id, top: section.getBoundingClientRect().top, margin }]
}

function currentViewport(): Viewport {
  const { scrollHeight, scrollTop, clientHeight } = document.documentElement
  const maxScroll = scrollHeight - clientHeight
  return { height: clientHeight, scrolled: scrollTop, maxScroll, hash: location.hash.slice(1) }
}

function onScroll(listener: () => void) {
  const stop = new AbortController()
  for (const event of ['scroll', 'resize', 'hashchange'])
    addEventListener(event, listener, { signal: stop.signal, passive: true })
  return () => stop.abort()
}
