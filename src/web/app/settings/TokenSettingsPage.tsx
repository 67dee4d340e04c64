import { useQuery } from '@tanstack/react-query'
import { TokenPage } from '#web/features/tokens/TokenPage.tsx'
import { profileQuery, twoFactorQuery } from '#web/features/users/queries.ts'
import { ConfirmForm } from '#web/features/users/two-factor/ConfirmForm.tsx'

/** Access tokens, which are made only after the user has confirmed their identity. */
export function TokenSettingsPage() {
  const { data: user } = useQuery(profileQuery)
  const { data: factors } = useQuery(twoFactorQuery)
  return (
    <TokenPage
      isVerified={user?.isVerified ?? true}
      renderConfirmation={(props) => (
        <ConfirmForm
          hasPassword={user?.hasPassword ?? true}
          hasPasskeys={(factors?.passkeys.length ?? 0) > 0}
          {...props}
        />
      )}
    />
  )
}
