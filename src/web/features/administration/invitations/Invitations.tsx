import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { administration, type Invitation } from '#contract/administration/administration.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { invitationsQuery, useAdministration } from '#web/features/administration/queries.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatDate, SHORT_DATE } from '#web/ui/display/format-date.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { InviteDialog } from './InviteDialog.tsx'

export function Invitations() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(invitationsQuery)
  const [isInviting, setIsInviting] = useState(false)
  return (
    <Panel
      title={t('administration.invitations')}
      aside={<Button onClick={() => setIsInviting(true)}>{t('administration.invite')}</Button>}
    >
      {data === undefined && error === null && <Skeleton rows={1} />}
      {data === undefined && error !== null && (
        <LoadError message={errorMessage(error, t)} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <p className="px-5 pt-1 pb-4 text-secondary text-ink-2">{t('administration.noInvitations')}</p>
      )}
      <ul aria-label={t('administration.invitations')} className="empty:hidden">
        {data?.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Panel>
  )
}

function InvitationRow({ invitation: { id, note, uses, maxUses, expiresAt } }: { invitation: Invitation }) {
  const { t, language } = useTranslation()
  const now = useNow().getTime()
  const revoke = useAdministration(administration.revokeInvitation)
  const end = Date.parse(expiresAt)
  const date = formatDate(dateOf(end, currentZone()), language, SHORT_DATE)
  const name = note || t('administration.invitation')
  const facts = [
    t('administration.used', { uses, max: maxUses }),
    end <= now ? t('administration.expired') : t('administration.until', { date }),
  ]
  const handleRevoke = () =>
    revoke.mutate({ params: { id } }, { onSuccess: () => toast.show(t('administration.revoked')) })
  return (
    <li className="flex items-center gap-3.5 border-t border-line py-2.5 pr-3 pl-5 first:border-t-0">
      <div className="grid min-w-0 flex-1">
        <p className="text-secondary font-strong wrap-anywhere">{name}</p>
        <p className="text-caption text-ink-3 tabular-nums">{facts.join(' · ')}</p>
      </div>
      <Button
        variant="ghost"
        busy={revoke.isPending}
        aria-label={t('administration.revokeItem', { name })}
        onClick={handleRevoke}
      >
        {t('administration.revoke')}
      </Button>
    </li>
  )
}
