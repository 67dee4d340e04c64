import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { readTimer } from '#web/features/timer/queries.ts'
import { signOut } from '#web/features/users/queries.ts'
import { countUnsentChanges } from './unsent-changes.ts'

const SignOutDialog = lazy(() => import('./SignOutDialog.tsx').then((module) => ({ default: module.SignOutDialog })))

/** Signs out, at once if nothing has to be asked before; `dialog` asks. */
export function useSignOut() {
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const goToLogin = () => void navigate({ to: '/login' })
  const leave = async () => {
    const isAtRest = readTimer().view.status === 'idle'
    if (!isAtRest || (await countUnsentChanges()) > 0) return setIsAsked(true)
    await signOut()
    goToLogin()
  }

  return {
    signOut: () => void leave(),
    dialog: isAsked && (
      <Suspense>
        <SignOutDialog onDone={goToLogin} onCancel={() => setIsAsked(false)} />
      </Suspense>
    ),
  }
}
