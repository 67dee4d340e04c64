import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { accountSchema } from '#web/features/users/account-schema.ts'
import { canUsePasskeys } from '#web/features/users/passkeys/browser-passkeys.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { AuthForm } from '#web/features/users/sign-in/AuthForm.tsx'
import { AuthHeader } from '#web/features/users/sign-in/AuthHeader.tsx'
import { PasskeyButton } from '#web/features/users/passkeys/PasskeyButton.tsx'

const APP_CODE = /^\d{3}\s?\d{3}$/

interface SecondStepProps {
  /** False for an account that has passkeys only. */
  hasApp: boolean
  hasPasskey: boolean
  /** Repeats the sign-in with the code. Rejects with an `ApiError`. */
  onCode: (code: string) => Promise<void>
  onBack: () => void
}

/** Asks for what an account needs besides the password. */
export function SecondStep({ hasApp, hasPasskey, onCode, onBack }: SecondStepProps) {
  const { t } = useTranslation()
  const [way, setWay] = useState<'app' | 'passkey' | 'recovery'>(hasApp ? 'app' : 'passkey')
  const [failure, setFailure] = useState<string>()

  return (
    <div className="grid gap-3">
      {way === 'passkey' ? (
        <div className="grid gap-5">
          <AuthHeader title={t('auth.second.title')}>{t('auth.second.passkeyHint')}</AuthHeader>
          <p role="alert" className="text-secondary font-medium text-danger-ink empty:hidden">
            {failure}
          </p>
          {canUsePasskeys() && (
            <PasskeyButton label={t('auth.second.usePasskey')} variant="primary" onFail={setFailure} />
          )}
        </div>
      ) : (
        <CodeStep key={way} isFromApp={way === 'app'} onCode={onCode} />
      )}
      {hasPasskey && way === 'app' && canUsePasskeys() && (
        <Button variant="ghost" onClick={() => setWay('passkey')}>
          {t('auth.second.usePasskey')}
        </Button>
      )}
      {way === 'recovery' ? (
        <Button variant="ghost" onClick={() => setWay(hasApp ? 'app' : 'passkey')}>
          {t(hasApp ? 'auth.second.useApp' : 'auth.second.usePasskey')}
        </Button>
      ) : (
        <Button variant="ghost" onClick={() => setWay('recovery')}>
          {t('auth.second.useRecovery')}
        </Button>
      )}
      <Button variant="ghost" onClick={onBack}>
        {t('auth.second.back')}
      </Button>
    </div>
  )
}

function CodeStep({ isFromApp, onCode }: { isFromApp: boolean; onCode: SecondStepProps['onCode'] }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const form = useContractForm(accountSchema('Code'), {
    initial: { code: '' },
    onSubmit: ({ code }) => onCode(code),
    fallback: 'auth.failed.login',
  })
  const { onChange, value, ...field } = form.field('code')
  // Six digits are complete: typed, pasted or filled in by the browser, they are sent at once. A wrong code waits for a change.
  const complete = isFromApp && APP_CODE.test(value.trim()) ? value : undefined
  useEffect(() => {
    if (complete !== undefined) input.current?.form?.requestSubmit()
  }, [complete])

  return (
    <AuthForm
      title={t('auth.second.title')}
      lead={t(isFromApp ? 'auth.second.appHint' : 'auth.second.recoveryHint')}
      form={form}
      action={t('auth.signIn')}
    >
      <Field
        ref={input}
        label={t(isFromApp ? 'auth.second.code' : 'auth.second.recoveryCode')}
        autoFocus
        autoComplete={isFromApp ? 'one-time-code' : 'off'}
        inputMode={isFromApp ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={50}
        value={value}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event)}
        {...field}
      />
    </AuthForm>
  )
}
