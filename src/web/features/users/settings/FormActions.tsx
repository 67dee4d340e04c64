import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import * as classes from '#web/ui/theme/classes.ts'

interface FormActionsProps {
  form: { isBusy: boolean; error: string | undefined }
  onCancel: () => void
}

/** Error, save and cancel button of a form that opens in place. */
export function FormActions({ form, onCancel }: FormActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {form.error}
      </p>
      <div className="flex gap-2.5">
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {t('settings.save')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </>
  )
}
