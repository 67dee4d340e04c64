import { lazy, Suspense, useEffect, useState } from 'react'
import { fetchGoogleAddress } from './google-address.ts'

const GoogleButton = lazy(() => import('./GoogleButton.tsx').then((module) => ({ default: module.GoogleButton })))

/** Below a form, where the server has Google; nothing is loaded or shown where it has not. */
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
