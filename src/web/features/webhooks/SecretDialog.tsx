import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'

/** Shows a new secret, once: the server gives it to nobody again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    toast.show(t('webhooks.copied'))
  }
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={onClose}
      title={t('webhooks.secretTitle')}
      actions={
        <>
          <Button onClick={onClose}>{t('webhooks.done')}</Button>
          {/* Browsers offer the clipboard on https and localhost only. */}
          {'clipboard' in navigator && (
            <Button variant="primary" autoFocus onClick={() => void copy()}>
              {t('webhooks.copy')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <p>{t('webhooks.secretText')}</p>
        <Field label={t('webhooks.secret')} readOnly value={secret} onFocus={(event) => event.currentTarget.select()} />
      </div>
    </Dialog>
  )
}
