import { useState } from 'react'
import type { TimerState } from '#core/timer/state.ts'
import { useTimer, useTimerService } from '#web/features/timer/queries.ts'
import { signOut } from '#web/features/users/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useSync } from '#web/sync/sync-context.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { countUnsent } from './unsent-operations.ts'

/** Asks what to do with a running timer, and then with unsent changes, before signing out. */
export function SignOutDialog({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation()
  const { store, actions } = useTimerService()
  const runningTexts = useRunningTexts()
  const sync = useSync()
  const [question, setQuestion] = useState<'running' | 'unsent'>(
    store.getState().view.status === 'idle' ? 'unsent' : 'running',
  )
  const [isBusy, setIsBusy] = useState(false)

  const answer = async (prepare: () => Promise<unknown>, isSure = false) => {
    setIsBusy(true)
    await prepare()
    const isUnsent = (await countUnsent(sync)) > 0
    setIsBusy(false)
    if (isUnsent && !isSure) return setQuestion('unsent')
    await signOut()
    onDone()
  }
  const shared = { isBusy, onCancel }
  return question === 'running' ? (
    <Question
      {...shared}
      {...runningTexts}
      onNo={() => void answer(async () => undefined)}
      onYes={() => void answer(() => actions.stop({ save: true }))}
    />
  ) : (
    <Question
      {...shared}
      title={t('dashboard.signingOut.unsent.title')}
      text={t('dashboard.signingOut.unsent.text')}
      yes={t('dashboard.signingOut.unsent.yes')}
      no={t('dashboard.signingOut.unsent.no')}
      onNo={() => void answer(sync.discard, true)}
      onYes={() => void answer(async () => undefined, true)}
    />
  )
}

/** Says what becomes of the timer if it is left as it is. */
function useRunningTexts() {
  const { t } = useTranslation()
  const activity = useTimer(({ view }) => activityOf(view))
  const isPaused = activity === 'paused'
  return {
    title: t(isPaused ? 'dashboard.signingOut.running.titlePaused' : 'dashboard.signingOut.running.title'),
    text: t(`dashboard.signingOut.running.${activity}`),
    yes: t(activity === 'break' ? 'dashboard.stop' : 'dashboard.signingOut.running.yes'),
    no: t(isPaused ? 'dashboard.signingOut.running.noPaused' : 'dashboard.signingOut.running.no'),
  }
}

function activityOf({ status, mode, isInfinite }: TimerState) {
  if (status === 'paused') return 'paused'
  return isInfinite ? 'stopwatch' : mode
}

interface QuestionProps {
  title: string
  text: string
  yes: string
  no: string
  isBusy: boolean
  onYes: () => void
  onNo: () => void
  onCancel: () => void
}

function Question({ title, text, yes, no, isBusy, onYes, onNo, onCancel }: QuestionProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen
      onOpenChange={onCancel}
      title={title}
      actions={
        <>
          <Button className="sm:mr-auto" variant="ghost" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button disabled={isBusy} onClick={onNo}>
            {no}
          </Button>
          <Button variant="primary" autoFocus busy={isBusy} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}
