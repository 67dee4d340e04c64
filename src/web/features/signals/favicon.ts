import { themeTokens } from '#core/color.ts'
import { elapsedAt, type TimerState } from '#core/timer/state.ts'
import type { Timer } from '#web/features/timer/queries.ts'
import { currentAppearance } from '#web/ui/theme/theme.ts'

/** Finer steps of the ring would be invisible at the size of a tab's icon. */
const STEPS = 24
const CENTRE = 16
const RADIUS = 9.5

/** The rest of the phase in steps of the ring; a stopwatch has the whole ring. */
export function stepsLeft(view: TimerState, now: number) {
  if (view.phaseMs === null) return STEPS
  return Math.ceil((1 - elapsedAt(view, now) / view.phaseMs) * STEPS)
}

/** Draws a ring on a dark disc for work and on a pale one for a break, or two bars while paused. */
export function drawFavicon({ status, mode }: TimerState, steps: number, color: string) {
  const tokens = themeTokens(color, 'light')
  const isDeep = mode === 'work'
  const [background, mark] = isDeep ? [tokens.accent, tokens['on-accent']] : [tokens['heat-1'], tokens.stage]
  const drawing = status === 'paused' ? BARS : ring(steps)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="${background}"/><g fill="none" stroke="${mark}">${drawing}</g></svg>`
}

const BARS = '<path d="M12 10v12M20 10v12" stroke-width="4"/>'
const TRACK = `<circle cx="16" cy="16" r="${RADIUS}" stroke-width="5" opacity=".3"/>`

/** As on the dial, the remaining part ends at the top. */
function ring(steps: number) {
  if (steps >= STEPS) return `<circle cx="16" cy="16" r="${RADIUS}" stroke-width="5"/>`
  return `${TRACK}<path d="${arc(1 - steps / STEPS)}" stroke-width="5"/>`
}

/** The arc from a fraction of a turn clockwise to the top. */
function arc(from: number) {
  const angle = from * 2 * Math.PI
  const [x, y] = [CENTRE + RADIUS * Math.sin(angle), CENTRE - RADIUS * Math.cos(angle)]
  return `M${x.toFixed(2)} ${y.toFixed(2)}A${RADIUS} ${RADIUS} 0 ${from < 0.5 ? 1 : 0} 1 ${CENTRE} ${CENTRE - RADIUS}`
}

/** Shows the timer in the tab's icon while it is active. Returns a function that stops it. */
export function showInFavicon({ store }: Timer) {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (link === null) return () => {}
  const original = link.href
  let shown = original
  const show = (address: string) => {
    if (address !== shown) link.href = shown = address
  }
  const draw = ({ view, now } = store.getState()) => {
    if (view.status === 'idle') return show(original)
    const drawing = drawFavicon(view, stepsLeft(view, now), currentAppearance().color)
    show(`data:image/svg+xml,${encodeURIComponent(drawing)}`)
  }
  draw()
  const unsubscribe = store.subscribe((timer) => draw(timer))
  return () => {
    unsubscribe()
    show(original)
  }
}
