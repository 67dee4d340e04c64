import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '#web/features/users/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { ActionLog } from './ActionLog.tsx'
import { Invitations } from './invitations/Invitations.tsx'
import { MaintenancePanel } from './MaintenancePanel.tsx'
import { UserList } from './users/UserList.tsx'

/** For administrators. To others the page shows what the server answers: there is nothing here. */
export function AdministrationPage() {
  const { t } = useTranslation()
  const { data: profile } = useQuery(profileQuery)
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageTitle>{t('shell.page.administration')}</PageTitle>
      {profile === undefined && <Skeleton rows={3} />}
      {profile !== undefined && !profile.isAdministrator && <EmptyState message={t('administration.nothing')} />}
      {profile?.isAdministrator && (
        <>
          <UserList profile={profile} />
          <Invitations />
          <MaintenancePanel />
          <ActionLog />
        </>
      )}
    </div>
  )
}
