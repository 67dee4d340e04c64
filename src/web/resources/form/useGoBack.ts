import { type LinkProps, useCanGoBack, useRouter } from '@tanstack/react-router'

export type PagePath = NonNullable<LinkProps['to']>

/** Back to where one came from; to the given page for who came from nowhere. */
export function useGoBack(otherwise: PagePath) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ to: otherwise })
  }
}
