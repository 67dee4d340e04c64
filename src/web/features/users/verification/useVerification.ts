import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { profileQuery, verificationQuery } from '#web/features/users/queries.ts'
import { toVerificationState } from './verification-state.ts'

const CHECK_DELAY_MS = 500

/** Verification of the user's email: first from the cached profile, soon after from the server. */
export function useVerification() {
  const client = useQueryClient()
  const { data: user } = useQuery(profileQuery)
  const isDue = useIsCheckDue(user !== undefined)
  const { data: status, dataUpdatedAt } = useQuery({ ...verificationQuery, enabled: isDue })
  if (user === undefined) return undefined

  return {
    user,
    state: toVerificationState(user, status),
    /** Undefined until the server has replied. */
    availableAt: status && dataUpdatedAt + status.waitSeconds * 1_000,
    onAnswer: (answer: NonNullable<typeof status>) => client.setQueryData(verificationQuery.queryKey, answer),
  }
}

function useIsCheckDue(isLoaded: boolean) {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!isLoaded) return
    const timeout = setTimeout(() => setIsDue(true), CHECK_DELAY_MS)
    return () => clearTimeout(timeout)
  }, [isLoaded])
  return isDue
}
