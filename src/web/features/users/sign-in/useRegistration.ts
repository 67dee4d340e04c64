import { useEffect, useState } from 'react'
import { type RegistrationInfo, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'

/** Who may create an account here; undefined until the server has answered, or if it does not. */
export function useRegistration(invitation: string | undefined) {
  const [registration, setRegistration] = useState<RegistrationInfo>()
  useEffect(() => {
    // Without an answer the form is shown, and the server refuses what is not allowed.
    call(users.registration, { body: { invitation } }).then(setRegistration, () => undefined)
  }, [invitation])
  return registration
}
