import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import type { EndPhaseConfirmation } from './end-phase-confirmation.ts'

/** Stop and skip ask whether to save the work; reset asks whether to discard it. */
export function EndPhaseDialog(confirmation: EndPhaseConfirmation) {
  return confirmation.request.action === 'reset' ? <ResetDialog {...confirmation} /> : <SaveDialog {...confirmation} />
}

function SaveDialog({ request, onAnswer, onCancel }: EndPhaseConfirmation) {
  const { t, language } = useTranslation()
  const worked = formatDuration(request.workedMs, language)
  return (
    <Dialog
      isOpen
      onOpenChange={onCancel}
      title={t('dashboard.save.title')}
      actions={
        <>
          <Button className="sm:mr-auto" variant="ghost" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button onClick={() => onAnswer(false)}>{t('dashboard.save.no')}</Button>
          <Button variant="primary" autoFocus onClick={() => onAnswer(true)}>
            {t('dashboard.save.yes')}
          </Button>
        </>
      }
    >
      {request.isShort ? t('dashboard.save.short') : t('dashboard.save.text', { worked })}
    </Dialog>
  )
}

function ResetDialog({ request, onAnswer, onCancel }: EndPhaseConfirmation) {
  const { t, language } = useTranslation()
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onCancel}
      title={t('dashboard.resetting.title')}
      confirmLabel={t('dashboard.reset')}
      onConfirm={() => onAnswer(false)}
    >
      {t('dashboard.resetting.text', { worked: formatDuration(request.workedMs, language) })}
    </ConfirmDialog>
  )
}
