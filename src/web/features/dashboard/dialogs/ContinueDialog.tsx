import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'

interface ContinueDialogProps {
  onContinue: () => void
  onStartNew: () => void
  onCancel: () => void
}

export function ContinueDialog({ onContinue, onStartNew, onCancel }: ContinueDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen
      onOpenChange={onCancel}
      title={t('dashboard.continue.title')}
      // The labels are sentences, so the buttons are stacked.
      actions={
        <div className="grid w-full gap-2.5">
          <Button variant="primary" autoFocus onClick={onStartNew}>
            {t('dashboard.continue.startNew')}
          </Button>
          <Button onClick={onContinue}>{t('dashboard.continue.fromStart')}</Button>
          <Button variant="ghost" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
        </div>
      }
    >
      {t('dashboard.continue.text')}
    </Dialog>
  )
}
