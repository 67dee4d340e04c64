import { Ellipsis } from 'lucide-react'
import { administration, type ManagedUser } from '#contract/administration/administration.ts'
import { toLocale } from '#core/language.ts'
import { useAdministration } from '#web/features/administration/queries.ts'
import { SIGN_IN_WAYS } from '#web/features/users/queries.ts'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { formatBytes } from '#web/ui/display/format-bytes.ts'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { Tag } from '#web/ui/display/Tag.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { afterMenuCloses } from '#web/ui/overlays/menu-focus.ts'
import { Menu } from '#web/ui/overlays/Menu.tsx'
import { MenuItem } from '#web/ui/overlays/MenuItem.tsx'
import { MenuSeparator } from '#web/ui/overlays/MenuSeparator.tsx'
import type { PendingAction } from './UserDialog.tsx'

interface UserRowProps {
  user: ManagedUser
  /** The administrator's own account, which is managed by the settings. */
  isOwn: boolean
  onAsk: (asked: PendingAction) => void
}

export function UserRow({ user, isOwn, onAsk }: UserRowProps) {
  const { t } = useTranslation()
  const marks = [
    user.isAdministrator && t('administration.administrator'),
    user.isDisabled && t('administration.disabled'),
    !user.isVerified && t('administration.unverified'),
  ].filter((mark) => mark !== false)
  return (
    <li className="flex items-center gap-3.5 border-t border-line py-2.5 pr-3 pl-5 first:border-t-0">
      <div className="grid min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-secondary font-strong">
          <span className="wrap-anywhere">{user.name}</span>
          {marks.map((mark) => (
            <Tag key={mark}>{mark}</Tag>
          ))}
        </p>
        <p className="text-caption wrap-anywhere text-ink-3 tabular-nums">{useFacts(user).join(' · ')}</p>
      </div>
      <UserMenu user={user} isOwn={isOwn} onAsk={onAsk} />
    </li>
  )
}

function useFacts({ email, entries, devices, uploadBytes, lastActiveAt }: ManagedUser) {
  const { t, language } = useTranslation()
  const now = useNow().getTime()
  const time = lastActiveAt === null ? '' : formatRelative(Date.parse(lastActiveAt), now, toLocale(language))
  return [
    email,
    t('administration.entries', { count: entries }),
    t('administration.devices', { count: devices }),
    uploadBytes > 0 && t('administration.uploads', { size: formatBytes(uploadBytes, language) }),
    lastActiveAt === null ? t('administration.neverActive') : t('administration.active', { time }),
  ].filter(Boolean)
}

function UserMenu({ user, isOwn, onAsk }: UserRowProps) {
  const { t } = useTranslation()
  const { name } = user
  const enable = useAdministration(administration.enableUser)
  const signOut = useAdministration(administration.signOutUser)
  const reset = useAdministration(administration.resetPassword)
  const input = { params: { id: user.id } }
  const tell = (key: TextKey) => ({ onSuccess: () => toast.show(t(key, { name })) })
  const ask = (action: PendingAction['action']) => () => afterMenuCloses(() => onAsk({ action, user }))

  return (
    <Menu
      placement="bottom end"
      trigger={<IconButton label={t('administration.actions', { name })} icon={<Ellipsis size={18} />} />}
    >
      {SIGN_IN_WAYS.password && (
        <MenuItem onAction={() => reset.mutate(input, tell('administration.did.resetSent'))}>
          {t('administration.sendReset')}
        </MenuItem>
      )}
      <MenuItem onAction={ask('quotas')}>{t('administration.quotas')}</MenuItem>
      {user.isAdministrator ? (
        <MenuItem onAction={ask('removeAdministrator')}>{t('administration.removeAdministrator')}</MenuItem>
      ) : (
        <MenuItem onAction={ask('addAdministrator')} isDisabled={user.isDisabled}>
          {t('administration.addAdministrator')}
        </MenuItem>
      )}
      <MenuItem onAction={() => signOut.mutate(input, tell('administration.did.signedOut'))}>
        {t('administration.signOut')}
      </MenuItem>
      {!isOwn && <MenuSeparator />}
      {!isOwn && user.isDisabled && (
        <MenuItem onAction={() => enable.mutate(input, tell('administration.did.enabled'))}>
          {t('administration.enable')}
        </MenuItem>
      )}
      {!isOwn && !user.isDisabled && (
        <MenuItem onAction={ask('disableUser')}>{`${t('administration.disable')}…`}</MenuItem>
      )}
      {!isOwn && (
        <MenuItem tone="danger" onAction={ask('deleteUser')}>
          {t('administration.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}
