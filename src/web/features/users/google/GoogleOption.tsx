import { Suspense, useEffect, useState } from 'react'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { fetchGoogleAddress } from './google-address.ts'
import { OtherWays } from '#web/features/users/sign-in/OtherWays.tsx'

const GoogleButton = lazyComponent(() =>
  import('./GoogleButton.tsx').then((module) => ({ default: module.GoogleButton })),
)

/** Loads and shows the Google button only if the server has Google sign-in configured. */
export function GoogleOption({ isBelowOthers = false }: { isBelowOthers?: boolean }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => void fetchGoogleAddress().then(setAddress), [])
  if (address === undefined) return null
  const button = <GoogleButton address={address} />
  return <Suspense>{isBelowOthers ? button : <OtherWays>{button}</OtherWays>}</Suspense>
}
