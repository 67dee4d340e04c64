import { themeTokens } from '#core/color.ts'
import { elapsedAt, type TimerState } from '#core/timer/state.ts'
import { onTimerChange, readTimer } from '#web/features/timer/queries.ts'
import { currentAppearance } from '#web/ui/theme/theme.ts'

/** So many steps has the ring: more could not be told apart in a tab. */
const STEPS = 24
const CENTRE = 16
const RADIUS = 9.5

/** How much of the phase is left, in steps of the ring; without an end it is whole. */
export function stepsLeft(view: TimerState, now: number) {
  if (view.phaseMs === null) return STEPS
  return Math.ceil((1 - elapsedAt(view, now) / view.phaseMs) * STEPS)
}

/** The stage in small: deep in work, pale in a break, and while it is paused two bars in place of the ring. */
export function drawFavicon({ status, mode }: TimerState, steps: number, color: string) {
  const tokens = themeTokens(color, 'light')
  const isDeep = mode === 'work'
  const [ground, mark] = isDeep ? [tokens.accent, tokens['on-accent']] : [tokens['heat-1'], tokens.stage]
  const drawing = status === 'paused' ? BARS : ring(steps)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="${ground}"/><g fill="none" stroke="${mark}">${drawing}</g></svg>`
}

const BARS = '<path d="M12 10v12M20 10v12" stroke-width="4"/>'
const TRACK = `<circle cx="16" cy="16" r="${RADIUS}" stroke-width="5" opacity=".3"/>`

/** As on the dial, what has passed goes from the top: what is left ends there. */
function ring(steps: number) {
  if (steps >= STEPS) return `<circle cx="16" cy="16" r="${RADIUS}" stroke-width="5"/>`
  return `${TRACK}<path d="${arc(1 - steps / STEPS)}" stroke-width="5"/>`
}

/** From a part of a turn clockwise to the top. */
function arc(from: number) {
  const angle = from * 2 * Math.PI
  const [x, y] = [CENTRE + RADIUS * Math.sin(angle), CENTRE - RADIUS * Math.cos(angle)]
  return `M${x.toFixed(2)} ${y.toFixed(2)}A${RADIUS} ${RADIUS} 0 ${from < 0.5 ? 1 : 0} 1 ${CENTRE} ${CENTRE - RADIUS}`
}

/** Shows the timer in the tab's icon while it is active. Returns how to stop that. */
export function showInFavicon() {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (link === null) return () => {}
  const usual = link.href
  let shown = usual
  const show = (address: string) => {
    if (address !== shown) link.href = shown = address
  }
  const draw = ({ view, now } = readTimer()) => {
    if (view.status === 'idle') return show(usual)
    const drawing = drawFavicon(view, stepsLeft(view, now), currentAppearance().color)
    show(`data:image/svg+xml,${encodeURIComponent(drawing)}`)
  }
  draw()
  const unsubscribe = onTimerChange((timer) => draw(timer))
  return () => {
    unsubscribe()
    show(usual)
  }
}
