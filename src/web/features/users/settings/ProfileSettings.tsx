import { useState } from 'react'
import type { User } from '#contract/users.ts'
import { accountSchema } from '#web/features/users/account-schema.ts'
import { useChangeProfile } from '#web/features/users/queries.ts'
import { VerificationStatus } from '#web/features/users/verification/VerificationStatus.tsx'
import { useTranslation } from '#web/i18n/i18n.ts'
import { UnsavedChangesGuard } from '#web/resources/form/UnsavedChangesGuard.tsx'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Avatar } from '#web/ui/display/Avatar.tsx'
import { lazyPart } from '#web/ui/feedback/lazy-component.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { PendingEmail } from './PendingEmail.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'

const EmailForm = lazyPart(() => import('./EmailForm.tsx').then((module) => ({ default: module.EmailForm })))

export function ProfileSettings({ user }: { user: User }) {
  return (
    <div>
      <NameForm user={user} />
      <EmailSetting user={user} />
    </div>
  )
}

function NameForm({ user }: { user: User }) {
  const { t } = useTranslation()
  const change = useChangeProfile()
  const form = useContractForm(accountSchema('ProfileName'), {
    initial: { name: user.name },
    onSubmit: async (draft) => {
      await change.mutateAsync(draft)
      toast.show(t('settings.saved'))
    },
    fallback: 'settings.failed.update',
  })

  return (
    <form noValidate onSubmit={form.submit} className="flex items-start gap-4 pb-5">
      <Avatar name={user.name} picture={user.picture} size="lg" />
      <div className="grid flex-1 gap-1.5">
        <Field label={t('auth.name')} autoComplete="name" {...form.field('name')} />
        <p role="alert" className={`${classes.error} empty:hidden`}>
          {form.error}
        </p>
      </div>
      {/* The margin aligns it with the input, below the label. */}
      <Button type="submit" disabled={!form.isDirty} busy={form.isBusy} className="mt-6">
        {t('settings.save')}
      </Button>
      <UnsavedChangesGuard form={form} />
    </form>
  )
}

function EmailSetting({ user }: { user: User }) {
  const { t } = useTranslation()
  const [isChanging, setIsChanging] = useState(false)
  return (
    <div className="border-t border-line pt-3.5">
      <SettingRow
        label={t('auth.email')}
        action={!isChanging && <Button onClick={() => setIsChanging(true)}>{t('settings.change')}</Button>}
      >
        <span className="truncate">{user.email}</span>
        {user.pendingEmail === null && <VerificationStatus />}
      </SettingRow>
      {user.pendingEmail !== null && <PendingEmail user={user} pendingEmail={user.pendingEmail} />}
      {isChanging && <EmailForm user={user} onClose={() => setIsChanging(false)} />}
    </div>
  )
}
