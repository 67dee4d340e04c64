import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { type Confirmation, passkeys, twoFactor } from '#contract/security/two-factor.ts'
import { describeDevice } from '#core/accounts/device-name.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { canUsePasskeys, createPasskey } from '#web/features/users/passkeys/browser-passkeys.ts'
import { signOut } from '#web/features/users/queries.ts'
import { useDeviceName } from '#web/features/users/settings/device-name.ts'
import { AuthHeader } from '#web/features/users/sign-in/AuthHeader.tsx'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { AppCodeForm } from './AppCodeForm.tsx'
import { ConfirmForm } from './ConfirmForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Way = (confirmation: Confirmation) => Promise<void>
type Step =
  | { name: 'choice' }
  /** The sign-in is not recent any more. */
  | { name: 'confirm'; way: Way }
  | { name: 'scan'; app: Reply<typeof twoFactor.beginApp> }
  | { name: 'codes'; codes: readonly string[] }

/** Where a user is sent whose sign-in must have a second step and has none yet. Nothing else works until then. */
export function SetUpTwoFactorPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const device = useDeviceName(describeDevice(navigator.userAgent))
  const [step, setStep] = useState<Step>({ name: 'choice' })
  const [failure, setFailure] = useState<string>()
  const finish = () => void navigate({ to: '/', reloadDocument: true })
  const showCodes = (codes: readonly string[]) => (codes.length > 0 ? setStep({ name: 'codes', codes }) : finish())

  const addApp: Way = async (body) => setStep({ name: 'scan', app: await call(twoFactor.beginApp, { body }) })
  const addPasskey: Way = async (body) => {
    const passkey = await createPasskey((await call(passkeys.options, { body })).options)
    if (passkey === undefined) throw new ApiError('invalid', { message: t('settings.passkeys.notMade') })
    showCodes((await call(passkeys.add, { body: { name: device, passkey } })).recoveryCodes)
  }
  async function begin(way: Way) {
    setFailure(undefined)
    try {
      await way({})
    } catch (error) {
      if (error instanceof ApiError && 'password' in error.details) setStep({ name: 'confirm', way })
      else setFailure(errorMessage(error, t))
    }
  }

  const back = () => setStep({ name: 'choice' })
  return (
    <div className="grid gap-5">
      <AuthHeader title={t('settings.setUp.title')}>{t('settings.setUp.text')}</AuthHeader>
      {step.name === 'choice' && (
        <div className="grid gap-3">
          <Button variant="primary" className="h-11" onClick={() => void begin(addApp)}>
            {t('settings.setUp.app')}
          </Button>
          {canUsePasskeys() && (
            <Button className="h-11" onClick={() => void begin(addPasskey)}>
              {t('settings.setUp.passkey')}
            </Button>
          )}
          <p role="alert" className={`${classes.error} empty:hidden`}>
            {failure}
          </p>
          <Button variant="ghost" onClick={() => void signOut().then(() => navigate({ to: '/login' }))}>
            {t('settings.setUp.signOut')}
          </Button>
        </div>
      )}
      {step.name === 'confirm' && (
        <ConfirmForm
          hasPassword
          hasPasskeys={false}
          action={t('settings.twoFactor.continue')}
          onConfirm={step.way}
          onCancel={back}
        />
      )}
      {step.name === 'scan' && <AppCodeForm app={step.app} onAdded={showCodes} onCancel={back} />}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={finish} />}
    </div>
  )
}
