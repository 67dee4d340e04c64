import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
import {
  administration,
  type ManagedUser,
  USER_QUOTAS,
  type UserQuota,
  type UserQuotas,
} from '#contract/administration/administration.ts'
import { toLocale } from '#core/language.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useAdministration } from '#web/features/administration/queries.ts'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'

const LABELS: Record<UserQuota, TextKey> = {
  'time-entries': 'administration.limits.entries',
  'upload-megabytes': 'administration.limits.uploads',
}

interface QuotaDialogProps {
  user: ManagedUser
  defaultQuotas: UserQuotas | undefined
  onClose: () => void
}

/** How much a user can store. An empty field is the quota of the server. */
export function QuotaDialog({ user, defaultQuotas, onClose }: QuotaDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const { save, isPending, error, fields } = useQuotaForm(user, defaultQuotas, onClose)

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || isPending || onClose()}
      title={t('administration.limits.title', { name: user.name })}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending}>
            {t('administration.limits.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="grid gap-4">
        {fields.map(({ quota, ...field }, index) => (
          <Field key={quota} {...field} inputMode="numeric" autoComplete="off" autoFocus={index === 0} />
        ))}
        <p role="alert" className={`${classes.error} empty:hidden`}>
          {error !== null && errorMessage(error, t)}
        </p>
      </form>
    </Dialog>
  )
}

/** The texts of the fields, and what saves them. */
function useQuotaForm(user: ManagedUser, defaultQuotas: UserQuotas | undefined, onSaved: () => void) {
  const { t, language } = useTranslation()
  const { name, quotas } = user
  const [texts, setTexts] = useState({
    'time-entries': quotas['time-entries']?.toString() ?? '',
    'upload-megabytes': quotas['upload-megabytes']?.toString() ?? '',
  })
  const [isTried, setIsTried] = useState(false)
  const { mutate, isPending, error } = useAdministration(administration.setQuotas, { showsError: true })
  const isValid = (quota: UserQuota) => /^\d{0,9}$/.test(texts[quota].trim())
  const toNumber = (text: string) => (text.trim() === '' ? null : Number(text))
  const helpFor = (quota: UserQuota) => {
    const limit = defaultQuotas?.[quota]
    if (limit === null || limit === undefined) return t('administration.limits.helpNone')
    return t('administration.limits.help', { limit: limit.toLocaleString(toLocale(language)) })
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!USER_QUOTAS.every(isValid)) return
    const body = {
      'time-entries': toNumber(texts['time-entries']),
      'upload-megabytes': toNumber(texts['upload-megabytes']),
    }
    const onSuccess = () => {
      toast.show(t('administration.did.quotas', { name }))
      onSaved()
    }
    mutate({ params: { id: user.id }, body }, { onSuccess })
  }
  const fields = USER_QUOTAS.map((quota) => ({
    quota,
    label: t(LABELS[quota]),
    help: helpFor(quota),
    error: isTried && !isValid(quota) ? t('administration.limits.invalid') : undefined,
    value: texts[quota],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTexts({ ...texts, [quota]: target.value }),
  }))
  return { save, isPending, error, fields }
}
