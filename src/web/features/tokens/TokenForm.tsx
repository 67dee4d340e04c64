import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { TOKEN_SCOPES, type TokenScope } from '#contract/integrations/token-scopes.ts'
import { TokenDraft } from '#contract/integrations/tokens.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { DatePicker } from '#web/ui/date/DatePicker.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Select } from '#web/ui/options/Select.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { EXPIRIES, type Expiry, expiryTime } from './expiry.ts'

const NameAndScopes = z.pick(TokenDraft, { name: true, scopes: true })

interface TokenFormProps {
  /** Rejects with an `ApiError`. */
  onSubmit: (draft: { name: string; scopes: TokenScope[]; expiresAt?: string }) => Promise<void>
  onCancel: () => void
}

export function TokenForm({ onSubmit, onCancel }: TokenFormProps) {
  const { t } = useTranslation()
  const [expiry, setExpiry] = useState<Expiry>('90')
  const [lastDay, setLastDay] = useState<string | null>(null)
  const [dayError, setDayError] = useState<string>()
  const form = useContractForm(NameAndScopes, {
    initial: { name: '', scopes: ['read'] as TokenScope[] },
    onSubmit: async (draft) => {
      const now = Date.now()
      const expiresAt = expiryTime(expiry, { lastDay, now, zone: currentZone() })
      if (expiresAt === undefined) return onSubmit(draft)
      if (!(expiresAt > now)) return setDayError(t('tokens.chooseDay'))
      await onSubmit({ ...draft, expiresAt: new Date(expiresAt).toISOString() })
    },
  })

  return (
    <form noValidate onSubmit={form.submit} className="grid gap-5 pb-5">
      <Field
        label={t('tokens.name')}
        help={t('tokens.nameHelp')}
        autoFocus
        autoComplete="off"
        maxLength={100}
        {...form.field('name')}
      />
      <Scopes {...form.control('scopes')} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={t('tokens.expiry')}
          options={EXPIRIES.map((id) => ({ id, label: t(`tokens.expires.${id}`) }))}
          value={expiry}
          onChange={(id) => setExpiry(EXPIRIES.find((known) => known === id) ?? '90')}
        />
        {expiry === 'date' && (
          <DatePicker
            label={t('tokens.lastDay')}
            value={lastDay}
            onChange={(day) => {
              setLastDay(day)
              setDayError(undefined)
            }}
            error={dayError}
          />
        )}
      </div>
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {form.error}
      </p>
      <div className="flex gap-2.5">
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {t('tokens.make')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  )
}

interface ScopesProps {
  value: TokenScope[]
  onChange: (scopes: TokenScope[]) => void
  error: string | undefined
}

function Scopes({ value, onChange, error }: ScopesProps) {
  const { t } = useTranslation()
  const id = useId()
  const isAll = value.includes('everything')
  const toggle = (scope: TokenScope, isOn: boolean) =>
    onChange(isOn ? [...value, scope] : value.filter((other) => other !== scope))
  return (
    <fieldset className="grid gap-3" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className={`${classes.label} pb-2.5`}>{t('tokens.scopes')}</legend>
      {TOKEN_SCOPES.map((scope) => (
        <div key={scope} className="grid gap-0.5">
          <Checkbox
            isSelected={isAll || value.includes(scope)}
            isDisabled={isAll && scope !== 'everything'}
            onChange={(isOn) => toggle(scope, isOn)}
            aria-describedby={`${id}-${scope}`}
          >
            {t(`tokens.scope.${scope}.name`)}
          </Checkbox>
          <p id={`${id}-${scope}`} className={`${classes.help} pl-7`}>
            {t(`tokens.scope.${scope}.help`)}
          </p>
        </div>
      ))}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className={classes.error}>
          {t('tokens.chooseScope')}
        </p>
      )}
    </fieldset>
  )
}
