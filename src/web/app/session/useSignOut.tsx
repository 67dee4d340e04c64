import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { readTimer } from '#web/features/timer/queries.ts'
import { signOut } from '#web/features/users/queries.ts'
import { countUnsentChanges } from './unsent-changes.ts'

const SignOutDialog = lazy(() => import('./SignOutDialog.tsx').then((module) => ({ default: module.SignOutDialog })))

/** Signs out at once, or opens `dialog` if the timer runs or something is unsent. */
export function useSignOut() {
  const navigate = useNavigate()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const goToLogin = () => void navigate({ to: '/login' })
  const leave = async () => {
    const isIdle = readTimer().view.status === 'idle'
    if (!isIdle || (await countUnsentChanges()) > 0) return setIsDialogOpen(true)
    await signOut()
    goToLogin()
  }

  return {
    signOut: () => void leave(),
    dialog: isDialogOpen && (
      <Suspense>
        <SignOutDialog onDone={goToLogin} onCancel={() => setIsDialogOpen(false)} />
      </Suspense>
    ),
  }
}
