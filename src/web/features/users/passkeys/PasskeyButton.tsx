import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { passkeys } from '#contract/security/two-factor.ts'
import { call } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { startSession } from '#web/api/session.ts'
import { askForPasskey } from './browser-passkeys.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'

interface PasskeyButtonProps {
  label: string
  variant?: 'primary' | 'secondary'
  onFail: (sentence: string | undefined) => void
}

/** Signs in with a passkey alone. */
export function PasskeyButton({ label, variant = 'secondary', onFail }: PasskeyButtonProps) {
  const { t } = useTranslation()
  const [isBusy, setIsBusy] = useState(false)

  async function signIn() {
    setIsBusy(true)
    onFail(undefined)
    try {
      const passkey = await askForPasskey()
      if (passkey === undefined) onFail(t('auth.passkey.none'))
      else startSession((await call(passkeys.signIn, { body: { passkey } })).token)
    } catch (error) {
      onFail(errorMessage(error, t, 'auth.failed.login'))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button
      variant={variant}
      icon={<KeyRound size={17} strokeWidth={1.75} aria-hidden="true" />}
      busy={isBusy}
      onClick={() => void signIn()}
      className="h-11"
    >
      {label}
    </Button>
  )
}
