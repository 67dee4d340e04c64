import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTimerService } from '#web/features/timer/queries.ts'
import { signOut } from '#web/features/users/queries.ts'
import { useSync } from '#web/sync/sync-context.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { countUnsent } from './unsent-operations.ts'

const SignOutDialog = lazyComponent(() =>
  import('./SignOutDialog.tsx').then((module) => ({ default: module.SignOutDialog })),
)

/** Signs out at once, or opens `dialog` if the timer runs or something is unsent. */
export function useSignOut() {
  const navigate = useNavigate()
  const { store } = useTimerService()
  const sync = useSync()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const goToLogin = () => void navigate({ to: '/login' })
  const leave = async () => {
    const isIdle = store.getState().view.status === 'idle'
    if (!isIdle || (await countUnsent(sync)) > 0) return setIsDialogOpen(true)
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
