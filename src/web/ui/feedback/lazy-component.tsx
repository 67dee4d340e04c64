import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react'
import { Skeleton } from './Skeleton.tsx'

/** Until then React renders the failed component again, to show the error. */
const RETRY_DELAY_MS = 1_000

type PropsOf<Loaded> = Loaded extends (props: infer Props) => ReactNode ? Props : never

/**
 * A component whose code is loaded when it is first rendered. If that fails, for example without a network, the error is
 * shown, and the next time it is opened it loads again. React's own `lazy` would repeat the error until a reload.
 */
export function lazyComponent<Loaded extends (props: never) => ReactNode>(load: () => Promise<{ default: Loaded }>) {
  const loadAgainAfterFailure = () =>
    load().catch((error: unknown) => {
      setTimeout(() => (current = create()), RETRY_DELAY_MS)
      throw error
    })
  // TypeScript cannot infer that the loaded component accepts its own properties.
  const create = () => lazy(loadAgainAfterFailure as unknown as () => Promise<{ default: ComponentType<object> }>)
  let current = create()

  return function LazyComponent(props: PropsOf<Loaded> & object) {
    const [Component] = useState(() => current)
    return createElement(Component, props)
  }
}

/** A part of a page that appears when something is pressed. Lines stand for it until its code is there. */
export function lazyPart<Loaded extends (props: never) => ReactNode>(load: () => Promise<{ default: Loaded }>) {
  const Part = lazyComponent(load)
  return function LazyPart(props: PropsOf<Loaded> & object) {
    return <Suspense fallback={<Skeleton rows={2} />}>{createElement(Part, props)}</Suspense>
  }
}
