import type { onRefused, timerActions } from '#web/features/timer/queries.ts'
import { currentTranslation, type TextKey } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'

type Outcome = Awaited<ReturnType<typeof timerActions.start>>
type RefusalCode = Extract<Outcome, { ok: false }>['code'] | Parameters<Parameters<typeof onRefused>[0]>[0]['code']

interface EndedPhase {
  action: 'stop' | 'skip' | 'reset'
  isSaved: boolean
  hasWorked: boolean
}

/** One quiet line where people would be misled. What wanted the timer to be as it already is says nothing. */
const REFUSAL_MESSAGES: Partial<Record<RefusalCode, TextKey>> = {
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

export function showRefusal(code: RefusalCode) {
  const words = REFUSAL_MESSAGES[code]
  if (words !== undefined) toast.show(currentTranslation().t(words))
}

/** What became of a press. */
export function showOutcome(outcome: Outcome, ended?: EndedPhase) {
  if (!outcome.ok) return showRefusal(outcome.code)
  const words = ended && endedMessageKey(ended)
  if (words !== undefined) toast.show(currentTranslation().t(words), { tone: ended?.isSaved ? 'success' : 'neutral' })
}

function endedMessageKey({ action: about, isSaved, hasWorked }: EndedPhase): TextKey | undefined {
  if (isSaved) return 'dashboard.saved'
  if (about === 'reset') return 'dashboard.wasReset'
  if (about === 'stop') return 'dashboard.stoppedWithoutSaving'
  return hasWorked ? 'dashboard.skippedWithoutSaving' : undefined
}
