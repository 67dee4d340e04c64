import type { Timer } from '#web/features/timer/queries.ts'
import { currentTranslation, type TextKey } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'

type Outcome = Awaited<ReturnType<Timer['actions']['stop']>>
type RejectionCode =
  Extract<Outcome, { ok: false }>['code'] | Parameters<Parameters<Timer['onCommandRejected']>[0]>[0]['code']

interface EndedPhase {
  action: 'stop' | 'skip' | 'reset'
  isSaved: boolean
  hasWorked: boolean
}

/** A command that would change nothing shows no message, so its codes are not listed. */
const REJECTION_MESSAGES: Partial<Record<RejectionCode, TextKey>> = {
  'not-active': 'dashboard.refused.stopped',
  'already-running': 'dashboard.refused.running',
  'unknown-project': 'dashboard.refused.projectGone',
  'unknown-run': 'dashboard.refused.later',
  'other-phase': 'dashboard.refused.later',
  stale: 'dashboard.refused.later',
  'too-late': 'dashboard.refused.later',
  'too-long': 'dashboard.refused.tooLong',
  resurrected: 'dashboard.refused.later',
}

export function showRejection(code: RejectionCode) {
  const key = REJECTION_MESSAGES[code]
  if (key !== undefined) toast.show(currentTranslation().t(key))
}

/** Shows the result of a command. Discarded work can be brought back. */
export function showOutcome(outcome: Outcome, ended?: EndedPhase) {
  if (!outcome.ok) return showRejection(outcome.code)
  const key = ended && endedMessageKey(ended)
  if (key === undefined) return
  const isDiscarded = ended?.hasWorked === true && !ended.isSaved
  const tone = ended?.isSaved ? 'success' : 'neutral'
  toast.show(currentTranslation().t(key), { tone, ...(isDiscarded && { undo: toUndo(outcome) }) })
}

/** Shows the result of a switch to other work. A start of an idle timer needs no message. */
export function showSwitch(
  outcome: Outcome,
  { isSaved, onUndone }: Pick<EndedPhase, 'isSaved'> & { onUndone?: (() => void) | undefined },
) {
  if (!outcome.ok) return showRejection(outcome.code)
  const undo = toUndo(outcome, onUndone)
  const key = isSaved ? 'dashboard.switched' : 'dashboard.switchedUnsaved'
  if (undo !== undefined) toast.show(currentTranslation().t(key), { tone: isSaved ? 'success' : 'neutral', undo })
}

const toUndo = ({ undo }: Extract<Outcome, { ok: true }>, onUndone?: () => void) =>
  undo &&
  (() =>
    void undo().then((outcome) => {
      showOutcome(outcome)
      if (outcome.ok) onUndone?.()
    }))

function endedMessageKey({ action, isSaved, hasWorked }: EndedPhase): TextKey | undefined {
  if (isSaved) return 'dashboard.saved'
  if (action === 'reset') return 'dashboard.wasReset'
  if (action === 'stop') return 'dashboard.stoppedWithoutSaving'
  return hasWorked ? 'dashboard.skippedWithoutSaving' : undefined
}
