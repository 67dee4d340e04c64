import { Suspense, useState } from 'react'
import { isDefaultNote } from '#core/time-entries/default-note.ts'
import { showOutcome } from '#web/features/dashboard/messages/outcome-messages.ts'
import { switchTo } from '#web/features/dashboard/play/switch-to.ts'
import { type Timer, useTimerService } from '#web/features/timer/queries.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'

const loadDialog = () => import('./ContinueDialog.tsx')
const ContinueDialog = lazyComponent(() => loadDialog().then((module) => ({ default: module.ContinueDialog })))

type Actions = Timer['actions']

/** An entry with its times in milliseconds since 1970. */
export type ContinuableEntry = NonNullable<Parameters<Actions['selectEntry']>[0]> & { projectId: string }

/** Extending an entry that ended longer ago is rarely intended, so it asks first. */
const CONFIRM_AFTER_MS = 15 * 60_000

/**
 * Continues an entry, with a confirmation if it ended a while ago; the entry that is being continued stops and is saved.
 * An active timer switches to the work of the entry instead, with a new entry. The caller renders `dialog`.
 */
export function useContinueEntry() {
  const timer = useTimerService()
  const { store, actions, serverNow } = timer
  const [pendingEntry, setPendingEntry] = useState<ContinuableEntry>()
  const playEntry = (entry: ContinuableEntry, playIdle: () => void) =>
    store.getState().view.status === 'idle' ? playIdle() : void switchTo(timer, { subject: subjectOf(entry) })
  // The timer may have been started elsewhere while the dialog was open.
  const answer = (entry: ContinuableEntry, act: (actions: Actions, entry: ContinuableEntry) => Promise<void>) => {
    setPendingEntry(undefined)
    playEntry(entry, () => void act(actions, entry))
  }

  return {
    continueEntry: (entry: ContinuableEntry) => {
      if (store.getState().view.entryId === entry.id) return void stopContinuing(actions, entry)
      playEntry(entry, () => {
        const isLongAgo = entry.endedAt !== null && serverNow() - entry.endedAt > CONFIRM_AFTER_MS
        if (isLongAgo) loadChunkThen(loadDialog, () => setPendingEntry(entry))
        else void continueFromStart(actions, entry)
      })
    },
    dialog: pendingEntry && (
      <Suspense>
        <ContinueDialog
          onContinue={() => answer(pendingEntry, continueFromStart)}
          onStartNew={() => answer(pendingEntry, startWithSameDetails)}
          onCancel={() => setPendingEntry(undefined)}
        />
      </Suspense>
    ),
  }
}

/** Its time is kept even if it is short, because it is part of the entry. */
const stopContinuing = async (actions: Actions, entry: ContinuableEntry) =>
  showOutcome(await actions.selectEntry(entry), { action: 'stop', isSaved: true, hasWorked: true })

async function continueFromStart(actions: Actions, entry: ContinuableEntry) {
  // Selecting the entry that is already selected would deselect it.
  await actions.selectEntry(null)
  await actions.selectEntry(entry)
  showOutcome(await actions.start())
}

async function startWithSameDetails(actions: Actions, entry: ContinuableEntry) {
  await actions.selectEntry(null)
  await actions.select(subjectOf(entry))
  showOutcome(await actions.start({ stopwatch: true }))
}

/** The number of another session is no detail of the work. */
const subjectOf = ({ projectId, taskId, notes, tags }: ContinuableEntry) => ({
  projectId,
  taskId,
  notes: isDefaultNote(notes) ? '' : notes,
  tags,
})
