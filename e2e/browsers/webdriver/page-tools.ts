import type * as TestingLibrary from '@testing-library/dom'

/** A regular expression as WebDriver can send it, or an exact text. */
export type Pattern = string | { source: string; flags: string }

/** One step of a search for elements, within the elements that the step before has found. */
export type Step = Query | { by: 'containedText'; pattern: Pattern } | { by: 'index'; index: number }
type Query =
  { by: 'role'; role: string; name?: Pattern } | { by: 'label'; pattern: Pattern } | { by: 'text'; pattern: Pattern }

export type Point = { x: number; y: number }
export type PageTools = ReturnType<typeof createPageTools>

/** Runs in the page, so it uses nothing from outside. `dom` is Testing Library, which the page gets with it. */
export function createPageTools(dom: typeof TestingLibrary) {
  const errors: string[] = []
  addEventListener('error', ({ message }) => errors.push(message))
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => errors.push(violatedDirective))

  const toMatcher = (pattern: Pattern) => {
    const expression = typeof pattern === 'string' ? undefined : new RegExp(pattern.source, pattern.flags)
    return (text: string) => expression?.test(normalize(text)) ?? normalize(text) === pattern
  }
  /** Thin and no-break spaces count as spaces. */
  const normalize = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert], [aria-hidden=true]') === null

  function findWithin(scope: HTMLElement, step: Query): HTMLElement[] {
    if (step.by === 'label') return dom.queryAllByLabelText(scope, toMatcher(step.pattern))
    if (step.by === 'text') return dom.queryAllByText(scope, toMatcher(step.pattern))
    const name = step.name === undefined ? {} : { name: toMatcher(step.name) }
    return dom.queryAllByRole(scope, step.role, { hidden: true, ...name })
  }

  function contains(element: HTMLElement, pattern: Pattern) {
    const text = readText(element)
    return typeof pattern === 'string' ? text.includes(pattern) : new RegExp(pattern.source, pattern.flags).test(text)
  }

  /** Finds the elements that a user can see. */
  function find(steps: Step[]) {
    let found = [document.body]
    for (const step of steps) {
      if (step.by === 'index') found = found.slice(step.index).slice(0, 1)
      else if (step.by === 'containedText') found = found.filter((element) => contains(element, step.pattern))
      else found = [...new Set(found.flatMap((scope) => findWithin(scope, step)))].filter(isShown)
    }
    return found
  }

  const readText = (element: HTMLElement) => normalize(element.textContent ?? '')

  /** Returns the middle of the one element found, or the reason why a pointer does not reach it. */
  function findPoint(steps: Step[]): Point | string {
    const [element, ...others] = find(steps)
    if (element === undefined) return 'it is not shown'
    if (others.length > 0) return `${others.length + 1} elements match`
    const target = element.closest('label') ?? element
    const reach = () => {
      const { x, y, width, height } = target.getBoundingClientRect()
      const point = { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }
      const hit = document.elementFromPoint(point.x, point.y)
      return target.contains(hit) ? point : (hit?.outerHTML.slice(0, 200) ?? 'nothing')
    }
    const point = reach()
    if (typeof point !== 'string') return point
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    return reach()
  }

  return {
    find,
    findPoint,
    takeErrors: () => errors.splice(0),
    count: (steps: Step[]) => find(steps).length,
    texts: (steps: Step[]) => find(steps).map(readText),
    values: (steps: Step[]) => find(steps).map((element) => (element as HTMLInputElement).value),
    hasFocus: (steps: Step[]) => find(steps).includes(document.activeElement as HTMLElement),
    rectangle: (steps: Step[]) => {
      const { x, y, width, height } = find(steps)[0]!.getBoundingClientRect()
      return { x, y, width, height }
    },
  }
}
