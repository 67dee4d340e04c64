import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { type Confirmation, twoFactor } from '#contract/security/two-factor.ts'
import type { User } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { PasskeySettings } from '#web/features/users/passkeys/PasskeySettings.tsx'
import { ACCOUNT_KEY, twoFactorQuery } from '#web/features/users/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import type { FactorSettingProps } from './factor-setting.ts'
import { FactorRow } from './FactorRow.tsx'
import { AppCodeForm, ConfirmForm, RecoveryCodes } from './lazy-forms.ts'

/** Rows for the authenticator app, passkeys and recovery codes. */
export function TwoFactorSettings({ user }: { user: User }) {
  const { data: state, isError, isFetching, refetch } = useQuery(twoFactorQuery)
  // Stays below the rows until it is closed, whatever they show by then: the codes can be seen only once.
  const [codes, setCodes] = useState<readonly string[]>([])
  const client = useQueryClient()

  if (state === undefined)
    return isError ? <LoadError onRetry={() => void refetch()} isRetrying={isFetching} /> : <Skeleton rows={3} />
  const props = {
    user,
    state,
    onChange: async (codes: readonly string[] = []) => {
      setCodes(codes)
      await client.invalidateQueries({ queryKey: ACCOUNT_KEY })
    },
  }
  return (
    <>
      <AppSetting {...props} />
      {(state.canHavePasskeys || state.passkeys.length > 0) && <PasskeySettings {...props} />}
      {state.isOn && <RecoverySetting {...props} />}
      {codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes([])} />}
    </>
  )
}

type Step = { name: 'closed' } | { name: 'confirm' } | { name: 'scan'; app: Reply<typeof twoFactor.beginApp> }
const CLOSED: Step = { name: 'closed' }

function AppSetting({ user, state, onChange }: FactorSettingProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>(CLOSED)
  const close = () => setStep(CLOSED)

  async function confirm(body: Confirmation) {
    if (!state.hasApp) return setStep({ name: 'scan', app: await call(twoFactor.beginApp, { body }) })
    await call(twoFactor.removeApp, { body })
    toast.show(t('settings.twoFactor.appRemoved'))
    close()
    await onChange()
  }

  return (
    <>
      <FactorRow
        label={t('settings.twoFactor.app')}
        status={t(state.hasApp ? 'settings.twoFactor.appOn' : 'settings.twoFactor.appOff')}
        action={t(state.hasApp ? 'settings.twoFactor.remove' : 'settings.twoFactor.setUp')}
        isOpen={step.name !== 'closed'}
        onOpen={() => setStep({ name: 'confirm' })}
      />
      {step.name === 'confirm' && (
        <ConfirmForm
          hasPassword={user.hasPassword}
          hasPasskeys={state.passkeys.length > 0}
          action={t(state.hasApp ? 'settings.twoFactor.removeApp' : 'settings.twoFactor.continue')}
          variant={state.hasApp ? 'danger' : 'primary'}
          onConfirm={confirm}
          onCancel={close}
        />
      )}
      {step.name === 'scan' && (
        <AppCodeForm
          app={step.app}
          onAdded={(codes) => {
            toast.show(t('settings.twoFactor.appAdded'))
            close()
            void onChange(codes)
          }}
          onCancel={close}
        />
      )}
    </>
  )
}

function RecoverySetting({ user, state, onChange }: FactorSettingProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const count = state.recoveryCodesLeft
  return (
    <>
      <FactorRow
        label={t('settings.twoFactor.recovery')}
        status={t('settings.twoFactor.codesLeft', { count })}
        action={t('settings.twoFactor.renew')}
        isOpen={isOpen}
        onOpen={() => setIsOpen(true)}
      />
      {isOpen && (
        <ConfirmForm
          hasPassword={user.hasPassword}
          hasPasskeys={state.passkeys.length > 0}
          action={t('settings.twoFactor.renewCodes')}
          onConfirm={async (body) => {
            const { recoveryCodes } = await call(twoFactor.makeRecoveryCodes, { body })
            setIsOpen(false)
            await onChange(recoveryCodes)
          }}
          onCancel={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
