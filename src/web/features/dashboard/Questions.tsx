import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { formatDuration } from '#web/ui/format-duration.ts'
import type { Question } from './useControls.ts'

interface QuestionsProps {
  question: Question
  onAnswer: (save: boolean) => void
  onCancel: () => void
}

/** What is asked before a run is ended. Whoever ends it elsewhere meanwhile has answered. */
export function Questions({ question, onAnswer, onCancel }: QuestionsProps) {
  const runId = useTimer(({ view }) => view.runId)
  const asked = { question, isOpen: runId === question.runId, onAnswer, onCancel }
  return question.about === 'reset' ? <ResetDialog {...asked} /> : <SaveDialog {...asked} />
}

type DialogProps = QuestionsProps & { isOpen: boolean }

function SaveDialog({ question, isOpen, onAnswer, onCancel }: DialogProps) {
  const { t, language } = useTranslation()
  const worked = formatDuration(question.workedMs, language)
  return (
    <Dialog
      isOpen={isOpen}
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

function ResetDialog({ question, isOpen, onAnswer, onCancel }: DialogProps) {
  const { t, language } = useTranslation()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onCancel}
      title={t('dashboard.resetting.title')}
      confirmLabel={t('dashboard.reset')}
      onConfirm={() => onAnswer(false)}
    >
      {t('dashboard.resetting.text', { worked: formatDuration(question.workedMs, language) })}
    </ConfirmDialog>
  )
}
