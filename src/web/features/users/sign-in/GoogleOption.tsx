import { Suspense, useEffect, useState } from 'react'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { fetchGoogleAddress } from './google-address.ts'

const GoogleButton = lazyComponent(() =>
  import('./GoogleButton.tsx').then((module) => ({ default: module.GoogleButton })),
)

/** Loads and shows the Google button only if the server has Google sign-in configured. */
export function GoogleOption() {
  const [address, setAddress] = useState<string>()
  useEffect(() => void fetchGoogleAddress().then(setAddress), [])
  return (
    address !== undefined && (
      <Suspense>
        <GoogleButton address={address} />
      </Suspense>
    )
  )
}
