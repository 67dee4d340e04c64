import { totalOf } from '#core/time/segments.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import type { TimerConfig } from '#core/timer/state.ts'
import { MORE_MINUTES, useOvertime } from '#web/features/dashboard/controls/overtime.ts'
import { showOutcome } from '#web/features/dashboard/messages/outcome-messages.ts'
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
  const config = useTimer(({ view }) => view.config)
  const { repetitions } = config
  const isOvertimeOffered = useOvertime() !== undefined
  const { dismiss, extend } = useTimerActions()
  const close = () => void dismiss()

  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title={t('dashboard.complete.title')}
      actions={
        <>
          {isOvertimeOffered && (
            <Button onClick={() => void extend(MORE_MINUTES * MINUTE_MS).then(showOutcome)}>
              {t('dashboard.overtime.more', { count: MORE_MINUTES })}
            </Button>
          )}
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
        <CycleTrack on="paper" label={t('dashboard.plan.sessions', { count: repetitions })} {...toCycle(config)} />
      </div>
    </Dialog>
  )
}

const toCycle = ({ workMs, breakMs, repetitions, longBreak }: TimerConfig) => ({
  workMinutes: workMs / MINUTE_MS,
  breakMinutes: breakMs / MINUTE_MS,
  repetitions,
  longBreak: longBreak && { duration: longBreak.ms / MINUTE_MS, every: longBreak.every },
})

/** Number and total time of the focus sessions saved in the finished run. */
function useSavedWork() {
  const history = useTimer(({ history }) => history)
  const at = useTimer(({ view }) => view.lastAt)
  const run = history.runs.at(-1)
  const saved = focusSessionsAt(history, at).filter(({ runId, status }) => runId === run?.id && status === 'saved')
  return { count: saved.length, totalMs: saved.reduce((sum, { segments }) => sum + totalOf(segments), 0) }
}
