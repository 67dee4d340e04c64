import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { profileQuery } from '#web/features/users/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Avatar } from '#web/ui/display/Avatar.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'

const loadPanel = () => import('./UserMenuPanel.tsx')
const UserMenuPanel = lazyComponent(() => loadPanel().then((module) => ({ default: module.UserMenuPanel })))

export function UserMenu() {
  const [isRequested, setIsRequested] = useState(false)
  if (isRequested)
    return (
      <Suspense fallback={<UserButton />}>
        <UserMenuPanel trigger={<UserButton />} />
      </Suspense>
    )
  const prepare = () => void loadPanel()
  return (
    <UserButton
      aria-haspopup="menu"
      aria-expanded="false"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setIsRequested(true)}
    />
  )
}

/** While the server is unreachable the user may be unknown. */
function UserButton(button: ComponentProps<'button'>) {
  const { t } = useTranslation()
  const { data: user } = useQuery(profileQuery)
  const name = user?.name ?? t('shell.yourAccount')
  return (
    <button
      type="button"
      className="flex w-full cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-2 text-left transition-colors hover:bg-hover aria-expanded:bg-hover"
      {...button}
    >
      <Avatar name={name} picture={user?.picture} />
      <span className="grid min-w-0 leading-tight">
        <span className="truncate text-secondary font-strong leading-tight">{name}</span>
        <span className="truncate text-minimum text-ink-3">{user?.email}</span>
      </span>
      <ChevronsUpDown size={16} aria-hidden="true" className="ml-auto flex-none text-ink-3" />
    </button>
  )
}
