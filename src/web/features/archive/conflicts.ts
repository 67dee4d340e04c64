import type { RestoreOutcome } from '#contract/files/archive.ts'
import { CHOSEN_KINDS, type ChosenKind } from '#core/archive/kinds.ts'
import { CHOICES, type Choice } from '#core/archive/plan-record.ts'

/** The number of records that the account has with other content. */
export function conflictsIn({ kinds }: Pick<RestoreOutcome, 'kinds'>, kind: ChosenKind) {
  const { kept, replaced, copied } = kinds[kind]
  return kept + replaced + copied
}

export const kindsInConflict = (outcome: Pick<RestoreOutcome, 'kinds'>) =>
  CHOSEN_KINDS.filter((kind) => conflictsIn(outcome, kind) > 0)

/** There is only one profile, and one goal for a day. */
export const choicesFor = (kind: ChosenKind): readonly Choice[] =>
  kind === 'profile' || kind === 'goals' ? CHOICES.filter((choice) => choice !== 'both') : CHOICES
