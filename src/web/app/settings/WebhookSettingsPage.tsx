import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '#web/features/users/queries.ts'
import { WebhooksPage } from '#web/features/webhooks/WebhooksPage.tsx'

export function WebhookSettingsPage() {
  const { data: user } = useQuery(profileQuery)
  return <WebhooksPage isVerified={user?.isVerified ?? true} />
}
