import { useState } from 'react'
import { useTimerService } from '#web/features/timer/queries.ts'
import { signOut } from '#web/features/users/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useSync } from '#web/sync/sync-context.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { countUnsent } from './unsent-operations.ts'

/** Asks what to do with a running timer, and then with unsent changes, before signing out. */
export function SignOutDialog({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { store, actions } = useTimerService()
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
      about="running"
      onNo={() => void answer(async () => undefined)}
      onYes={() => void answer(() => actions.stop({ save: true }))}
    />
  ) : (
    <Question
      {...shared}
      about="unsent"
      onNo={() => void answer(sync.discard, true)}
      onYes={() => void answer(async () => undefined, true)}
    />
  )
}

interface QuestionProps {
  about: 'running' | 'unsent'
  isBusy: boolean
  onYes: () => void
  onNo: () => void
  onCancel: () => void
}

function Question({ about, isBusy, onYes, onNo, onCancel }: QuestionProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen
      onOpenChange={onCancel}
      title={t(`dashboard.signingOut.${about}.title`)}
      actions={
        <>
          <Button className="sm:mr-auto" variant="ghost" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button disabled={isBusy} onClick={onNo}>
            {t(`dashboard.signingOut.${about}.no`)}
          </Button>
          <Button variant="primary" autoFocus busy={isBusy} onClick={onYes}>
            {t(`dashboard.signingOut.${about}.yes`)}
          </Button>
        </>
      }
    >
      {t(`dashboard.signingOut.${about}.text`)}
    </Dialog>
  )
}
