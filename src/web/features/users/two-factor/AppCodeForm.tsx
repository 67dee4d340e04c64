import type { Reply } from '#contract/endpoint.ts'
import { twoFactor } from '#contract/security/two-factor.ts'
import { call } from '#web/api/call.ts'
import { accountSchema } from '#web/features/users/account-schema.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import * as classes from '#web/ui/theme/classes.ts'

interface AppCodeFormProps {
  app: Reply<typeof twoFactor.beginApp>
  onAdded: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

/** Shows the secret of a new authenticator app, and asks for its first code. */
export function AppCodeForm({ app, onAdded, onCancel }: AppCodeFormProps) {
  const { t } = useTranslation()
  const form = useContractForm(accountSchema('Code'), {
    initial: { code: '' },
    onSubmit: async (body) => onAdded((await call(twoFactor.confirmApp, { body })).recoveryCodes),
    fallback: 'auth.failed.login',
  })

  return (
    <form noValidate onSubmit={form.submit} className="grid gap-4 pb-6">
      <p className="text-secondary text-pretty text-ink-2">{t('settings.app.scan')}</p>
      <div className="flex flex-wrap items-center gap-5">
        <svg
          role="img"
          aria-label={t('settings.app.qrCode')}
          viewBox={`0 0 ${app.code.size} ${app.code.size}`}
          shapeRendering="crispEdges"
          className="size-44 flex-none rounded-control"
        >
          {/* Cameras read dark squares on light ground only. */}
          <path fill="white" d={`M0 0h${app.code.size}v${app.code.size}H0z`} />
          <path fill="black" d={app.code.path} />
        </svg>
        <div className="grid min-w-0 flex-1 basis-44 gap-1">
          <p className={classes.label}>{t('settings.app.typed')}</p>
          <p className="tracking-wide text-secondary break-words select-all">
            {app.secret.match(/.{1,4}/g)?.join(' ')}
          </p>
          <a href={app.uri} className="text-caption font-medium text-accent-ink hover:underline">
            {t('settings.app.open')}
          </a>
        </div>
      </div>
      <Field
        label={t('settings.app.firstCode')}
        autoFocus
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        {...form.field('code')}
      />
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {form.error}
      </p>
      <div className="flex gap-2.5">
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {t('settings.app.turnOn')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  )
}
