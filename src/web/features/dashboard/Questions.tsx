import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { formatDuration, formatWorked } from '#web/ui/format-duration.ts'
import type { Asked } from './useControls.ts'

/** What is asked before a run is ended. */
export function Questions(asked: Asked) {
  return asked.question.about === 'reset' ? <ResetDialog {...asked} /> : <SaveDialog {...asked} />
}

function SaveDialog({ question, onAnswer, onCancel }: Asked) {
  const { t, language } = useTranslation()
  const worked = formatWorked(question.workedMs, language)
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
      {question.isShort ? t('dashboard.save.short') : t('dashboard.save.text', { worked })}
    </Dialog>
  )
}

function ResetDialog({ question, onAnswer, onCancel }: Asked) {
  const { t, language } = useTranslation()
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onCancel}
      title={t('dashboard.resetting.title')}
      confirmLabel={t('dashboard.reset')}
      onConfirm={() => onAnswer(false)}
    >
      {t('dashboard.resetting.text', { worked: formatDuration(question.workedMs, language) })}
    </ConfirmDialog>
  )
}
