import { useState } from 'react'
import { type Confirmation, type Passkey, passkeys } from '#contract/security/two-factor.ts'
import { describeDevice } from '#core/accounts/device-name.ts'
import { toLocale } from '#core/language.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useDeviceName } from '#web/features/users/settings/device-name.ts'
import { FormActions } from '#web/features/users/settings/FormActions.tsx'
import { ConfirmForm } from '#web/features/users/two-factor/lazy-forms.ts'
import type { FactorSettingProps } from '#web/features/users/two-factor/factor-setting.ts'
import { FactorRow } from '#web/features/users/two-factor/FactorRow.tsx'
import { currentZone } from '#web/i18n/formats.ts'
import { accountSchema } from '#web/features/users/account-schema.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatDate, SHORT_DATE } from '#web/ui/display/format-date.ts'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { canUsePasskeys, createPasskey } from './browser-passkeys.ts'

export function PasskeySettings(props: FactorSettingProps) {
  const { t } = useTranslation()
  const { state } = props
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <FactorRow
        label={t('settings.passkeys.title')}
        status={t(canUsePasskeys() ? 'settings.passkeys.hint' : 'settings.passkeys.notHere')}
        action={t('settings.passkeys.add')}
        isOpen={isAdding || !canUsePasskeys()}
        onOpen={() => setIsAdding(true)}
      />
      {isAdding && <AddPasskey {...props} onClose={() => setIsAdding(false)} />}
      {state.passkeys.length > 0 && (
        <ul aria-label={t('settings.passkeys.title')} className="pb-3">
          {state.passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} {...props} passkey={passkey} />
          ))}
        </ul>
      )}
    </>
  )
}

function AddPasskey({ user, state, onChange, onClose }: FactorSettingProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const device = useDeviceName(describeDevice(navigator.userAgent))
  const [name, setName] = useState(device)

  async function add(body: Confirmation) {
    const { options } = await call(passkeys.options, { body })
    const passkey = await createPasskey(options)
    if (passkey === undefined) throw new ApiError('invalid', { message: t('settings.passkeys.notMade') })
    const { recoveryCodes } = await call(passkeys.add, { body: { name: name.trim() || device, passkey } })
    toast.show(t('settings.passkeys.added'))
    onClose()
    await onChange(recoveryCodes)
  }

  return (
    <ConfirmForm
      hasPassword={user.hasPassword}
      hasPasskeys={state.passkeys.length > 0}
      action={t('settings.passkeys.make')}
      onConfirm={add}
      onCancel={onClose}
    >
      <Field
        label={t('settings.passkeys.name')}
        help={t('settings.passkeys.nameHelp')}
        autoFocus
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </ConfirmForm>
  )
}

function PasskeyItem({ user, state, passkey, onChange }: FactorSettingProps & { passkey: Passkey }) {
  const { t, language } = useTranslation()
  const now = useNow().getTime()
  const [mode, setMode] = useState<'shown' | 'renamed' | 'removed'>('shown')
  const close = () => setMode('shown')
  const { id, name, createdAt, lastUsedAt } = passkey
  const added = formatDate(dateOf(Date.parse(createdAt), currentZone()), language, SHORT_DATE)
  const used =
    lastUsedAt === null
      ? t('settings.passkeys.neverUsed')
      : t('settings.passkeys.used', { time: formatRelative(Date.parse(lastUsedAt), now, toLocale(language)) })

  async function remove(body: Confirmation) {
    await call(passkeys.remove, { params: { id }, body })
    toast.show(t('settings.passkeys.removed'))
    await onChange()
  }

  return (
    <li className="border-t border-line py-2.5">
      <div className="flex flex-wrap items-center gap-x-1">
        <div className="grid min-w-0 flex-1 basis-44">
          <p className="truncate text-secondary font-strong">{name}</p>
          <p className="text-caption text-ink-3">
            {[t('settings.passkeys.addedOn', { date: added }), used].join(' · ')}
          </p>
        </div>
        {mode === 'shown' && (
          <div className="-mx-3.25 flex flex-wrap">
            <Button
              variant="ghost"
              aria-label={`${t('settings.passkeys.rename')}: ${name}`}
              onClick={() => setMode('renamed')}
            >
              {t('settings.passkeys.rename')}
            </Button>
            <Button
              variant="ghost"
              aria-label={`${t('settings.twoFactor.remove')}: ${name}`}
              onClick={() => setMode('removed')}
            >
              {t('settings.twoFactor.remove')}
            </Button>
          </div>
        )}
      </div>
      {mode === 'renamed' && <RenameForm passkey={passkey} onChange={onChange} onClose={close} />}
      {mode === 'removed' && (
        <div className="pt-3 *:pb-2">
          <ConfirmForm
            hasPassword={user.hasPassword}
            hasPasskeys={state.passkeys.length > 0}
            action={t('settings.passkeys.remove')}
            variant="danger"
            onConfirm={remove}
            onCancel={close}
          />
        </div>
      )}
    </li>
  )
}

function RenameForm(props: { passkey: Passkey; onChange: () => Promise<void>; onClose: () => void }) {
  const { passkey, onChange, onClose } = props
  const { t } = useTranslation()
  const form = useContractForm(accountSchema('PasskeyName'), {
    initial: { name: passkey.name },
    onSubmit: async (body) => {
      await call(passkeys.rename, { params: { id: passkey.id }, body })
      onClose()
      await onChange()
    },
    fallback: 'settings.failed.update',
  })
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-4 pt-3 pb-2">
      <Field label={t('settings.passkeys.name')} autoFocus maxLength={100} {...form.field('name')} />
      <FormActions form={form} onCancel={onClose} />
    </form>
  )
}
