import { type LinkProps, useCanGoBack, useRouter } from '@tanstack/react-router'

export type Page = NonNullable<LinkProps['to']>

/** Back to where one came from; to the given page for who came from nowhere. */
export function useLeave(otherwise: Page) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ to: otherwise })
  }
}
