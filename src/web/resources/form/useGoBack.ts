import { type LinkProps, useCanGoBack, useRouter } from '@tanstack/react-router'

export type PagePath = NonNullable<LinkProps['to']>

/** Goes back in the history, or to the given page if there is none. */
export function useGoBack(fallback: PagePath) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ to: fallback })
  }
}
