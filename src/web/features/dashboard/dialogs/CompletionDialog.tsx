import { totalOf } from '#core/time/segments.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { useTimer, useTimerActions } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { CycleTrack } from '#web/ui/timer/CycleTrack.tsx'

/** Shown when all repetitions are done. Closing it closes it on every device. */
export function CompletionDialog({ onStartAgain }: { onStartAgain: () => void }) {
  const { t } = useTranslation()
  const { count, totalMs } = useSavedWork()
  const { workMs, breakMs, repetitions } = useTimer(({ view }) => view.config)
  const { dismiss } = useTimerActions()
  const close = () => void dismiss()

  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title={t('dashboard.complete.title')}
      actions={
        <>
          <Button onClick={onStartAgain}>{t('dashboard.complete.again')}</Button>
          <Button variant="primary" autoFocus onClick={close}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 pt-1">
        <p className="flex items-baseline gap-3">
          <span className="text-figure leading-none text-ink">
            <Duration milliseconds={totalMs} />
          </span>
          <span>{t('dashboard.complete.sessions', { count })}</span>
        </p>
        <CycleTrack
          on="paper"
          label={t('dashboard.plan.sessions', { count: repetitions })}
          workMinutes={workMs / MINUTE_MS}
          breakMinutes={breakMs / MINUTE_MS}
          repetitions={repetitions}
        />
      </div>
    </Dialog>
  )
}

/** Number and total time of the focus sessions saved in the finished run. */
function useSavedWork() {
  const history = useTimer(({ history }) => history)
  const at = useTimer(({ view }) => view.lastAt)
  const run = history.runs.at(-1)
  const saved = focusSessionsAt(history, at).filter(({ runId, status }) => runId === run?.id && status === 'saved')
  return { count: saved.length, totalMs: saved.reduce((sum, { segments }) => sum + totalOf(segments), 0) }
}
