import { lazy, Suspense, useState } from 'react'
import { readTimer, serverNow, timerActions } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { showOutcome } from '#web/features/dashboard/messages/outcome-messages.ts'

const loadDialog = () => import('./ContinueDialog.tsx')
const ContinueDialog = lazy(() => loadDialog().then((module) => ({ default: module.ContinueDialog })))

/** An entry as the timer wants it: its times in milliseconds since 1970. */
export type ContinuableEntry = NonNullable<Parameters<typeof timerActions.selectEntry>[0]>

/** To extend what ended longer ago is rarely meant. */
const CONFIRM_AFTER_MS = 15 * 60_000

/** Goes on with an entry, asking first when it ended a while ago. `dialog` is to be drawn somewhere. */
export function useContinueEntry() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<ContinuableEntry>()
  const whenIdle = (act: () => void) =>
    readTimer().view.status === 'idle' ? act() : toast.show(t('dashboard.continue.busy'))
  // While the question was open, something may have begun elsewhere.
  const answer = (act: () => Promise<void>) => {
    setAsked(undefined)
    whenIdle(() => void act())
  }

  return {
    continueEntry: (entry: ContinuableEntry) =>
      whenIdle(() => {
        const isLongAgo = entry.endedAt !== null && serverNow() - entry.endedAt > CONFIRM_AFTER_MS
        if (isLongAgo) loadChunkThen(loadDialog, () => setAsked(entry))
        else void continueFromStart(entry)
      }),
    dialog: asked && (
      <Suspense>
        <ContinueDialog
          onContinue={() => answer(() => continueFromStart(asked))}
          onStartNew={() => answer(() => startWithSameDetails(asked))}
          onCancel={() => setAsked(undefined)}
        />
      </Suspense>
    ),
  }
}

async function continueFromStart(entry: ContinuableEntry) {
  // Choosing what is chosen would leave it alone.
  timerActions.selectEntry(null)
  timerActions.selectEntry(entry)
  showOutcome(await timerActions.start())
}

async function startWithSameDetails({ projectId, taskId, notes, tags }: ContinuableEntry) {
  timerActions.selectEntry(null)
  await timerActions.select({ projectId, taskId, notes, tags })
  showOutcome(await timerActions.start({ stopwatch: true }))
}
