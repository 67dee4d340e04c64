import { lazy, Suspense, useState } from 'react'
import { showOutcome } from '#web/features/dashboard/messages/outcome-messages.ts'
import { type Timer, useTimerService } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { toast } from '#web/ui/feedback/toast.ts'

const loadDialog = () => import('./ContinueDialog.tsx')
const ContinueDialog = lazy(() => loadDialog().then((module) => ({ default: module.ContinueDialog })))

type Actions = Timer['actions']

/** An entry with its times in milliseconds since 1970. */
export type ContinuableEntry = NonNullable<Parameters<Actions['selectEntry']>[0]>

/** Extending an entry that ended longer ago is rarely intended, so it asks first. */
const CONFIRM_AFTER_MS = 15 * 60_000

/** Continues an entry, with a confirmation if it ended a while ago. The caller renders `dialog`. */
export function useContinueEntry() {
  const { t } = useTranslation()
  const { store, actions, serverNow } = useTimerService()
  const [pendingEntry, setPendingEntry] = useState<ContinuableEntry>()
  const whenIdle = (act: () => void) =>
    store.getState().view.status === 'idle' ? act() : toast.show(t('dashboard.continue.busy'))
  // The timer may have been started elsewhere while the dialog was open.
  const answer = (act: () => Promise<void>) => {
    setPendingEntry(undefined)
    whenIdle(() => void act())
  }

  return {
    continueEntry: (entry: ContinuableEntry) =>
      whenIdle(() => {
        const isLongAgo = entry.endedAt !== null && serverNow() - entry.endedAt > CONFIRM_AFTER_MS
        if (isLongAgo) loadChunkThen(loadDialog, () => setPendingEntry(entry))
        else void continueFromStart(actions, entry)
      }),
    dialog: pendingEntry && (
      <Suspense>
        <ContinueDialog
          onContinue={() => answer(() => continueFromStart(actions, pendingEntry))}
          onStartNew={() => answer(() => startWithSameDetails(actions, pendingEntry))}
          onCancel={() => setPendingEntry(undefined)}
        />
      </Suspense>
    ),
  }
}

async function continueFromStart(actions: Actions, entry: ContinuableEntry) {
  // Selecting the entry that is already selected would be ignored.
  actions.selectEntry(null)
  actions.selectEntry(entry)
  showOutcome(await actions.start())
}

async function startWithSameDetails(actions: Actions, { projectId, taskId, notes, tags }: ContinuableEntry) {
  actions.selectEntry(null)
  await actions.select({ projectId, taskId, notes, tags })
  showOutcome(await actions.start({ stopwatch: true }))
}
