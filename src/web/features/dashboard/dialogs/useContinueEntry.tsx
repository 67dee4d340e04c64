import { lazy, Suspense, useState } from 'react'
import { showOutcome } from '#web/features/dashboard/messages/outcome-messages.ts'
import { readTimer, serverNow, timerActions } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { toast } from '#web/ui/feedback/toast.ts'

const loadDialog = () => import('./ContinueDialog.tsx')
const ContinueDialog = lazy(() => loadDialog().then((module) => ({ default: module.ContinueDialog })))

/** An entry with its times in milliseconds since 1970. */
export type ContinuableEntry = NonNullable<Parameters<typeof timerActions.selectEntry>[0]>

/** Extending an entry that ended longer ago is rarely intended, so it asks first. */
const CONFIRM_AFTER_MS = 15 * 60_000

/** Continues an entry, with a confirmation if it ended a while ago. The caller renders `dialog`. */
export function useContinueEntry() {
  const { t } = useTranslation()
  const [pendingEntry, setPendingEntry] = useState<ContinuableEntry>()
  const whenIdle = (act: () => void) =>
    readTimer().view.status === 'idle' ? act() : toast.show(t('dashboard.continue.busy'))
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
        else void continueFromStart(entry)
      }),
    dialog: pendingEntry && (
      <Suspense>
        <ContinueDialog
          onContinue={() => answer(() => continueFromStart(pendingEntry))}
          onStartNew={() => answer(() => startWithSameDetails(pendingEntry))}
          onCancel={() => setPendingEntry(undefined)}
        />
      </Suspense>
    ),
  }
}

async function continueFromStart(entry: ContinuableEntry) {
  // Selecting the entry that is already selected would be ignored.
  timerActions.selectEntry(null)
  timerActions.selectEntry(entry)
  showOutcome(await timerActions.start())
}

async function startWithSameDetails({ projectId, taskId, notes, tags }: ContinuableEntry) {
  timerActions.selectEntry(null)
  await timerActions.select({ projectId, taskId, notes, tags })
  showOutcome(await timerActions.start({ stopwatch: true }))
}
