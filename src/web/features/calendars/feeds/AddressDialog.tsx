import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'

/** Shows the address of a feed, which cannot be shown again. */
export function AddressDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const { t } = useTranslation()
  const copy = async () => {
    await navigator.clipboard.writeText(address)
    toast.show(t('calendars.out.copied'))
  }
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={onClose}
      title={t('calendars.out.addressTitle')}
      actions={
        <>
          <Button onClick={onClose}>{t('calendars.out.done')}</Button>
          {/* Browsers offer the clipboard on https and localhost only. */}
          {'clipboard' in navigator && (
            <Button variant="primary" autoFocus onClick={() => void copy()}>
              {t('calendars.out.copy')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <p>{t('calendars.out.addressText')}</p>
        <Field
          label={t('calendars.out.address')}
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
    </Dialog>
  )
}
