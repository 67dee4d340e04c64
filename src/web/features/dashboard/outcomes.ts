import type { onRefused, timerActions } from '#web/features/timer/queries.ts'
import { currentSpeech, type TextKey } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/toast.ts'

type Outcome = Awaited<ReturnType<typeof timerActions.start>>
type Code = Extract<Outcome, { ok: false }>['code'] | Parameters<Parameters<typeof onRefused>[0]>[0]['code']

interface Ended {
  about: 'stop' | 'skip' | 'reset'
  isSaved: boolean
  hasWorked: boolean
}

/** One quiet line where people would be misled. What wanted the timer to be as it already is says nothing. */
const REFUSALS: Partial<Record<Code, TextKey>> = {
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

export function tellRefusal(code: Code) {
  const words = REFUSALS[code]
  if (words !== undefined) toast.show(currentSpeech().t(words))
}

/** What became of a press. */
export function tellOutcome(outcome: Outcome, ended?: Ended) {
  if (!outcome.ok) return tellRefusal(outcome.code)
  const words = ended && endedWords(ended)
  if (words !== undefined) toast.show(currentSpeech().t(words), { tone: ended?.isSaved ? 'success' : 'neutral' })
}

function endedWords({ about, isSaved, hasWorked }: Ended): TextKey | undefined {
  if (isSaved) return 'dashboard.saved'
  if (about === 'reset') return 'dashboard.wasReset'
  if (about === 'stop') return 'dashboard.stoppedWithoutSaving'
  return hasWorked ? 'dashboard.skippedWithoutSaving' : undefined
}
