import { useState } from 'react'
import type { RestorePreview } from '#contract/files/archive.ts'
import { CHOSEN_KINDS, type ChosenKind } from '#core/archive/kinds.ts'
import { CHOICES, type Choice } from '#core/archive/plan-record.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { SegmentedControl } from '#web/ui/fields/SegmentedControl.tsx'
import { choicesFor, kindsInConflict } from './conflicts.ts'
import type { Choices } from './queries.ts'

interface ConflictChoicesProps {
  preview: RestorePreview
  choices: Choices
  isDisabled: boolean
  onChange: (choices: Choices) => void
}

/** What becomes of records that the account has with other content: for all of them, or for each kind. */
export function ConflictChoices({ preview, choices, isDisabled, onChange }: ConflictChoicesProps) {
  const { t } = useTranslation()
  // The choice for one kind can end the conflict of another, whose row stays, so that it can be changed back.
  const [asked, setAsked] = useState(() => kindsInConflict(preview))
  const conflicting = kindsInConflict(preview)
  if (conflicting.some((kind) => !asked.includes(kind))) setAsked([...asked, ...conflicting])
  const kinds = CHOSEN_KINDS.filter((kind) => asked.includes(kind) || conflicting.includes(kind))
  if (kinds.length === 0) return null
  const optionsOf = (choices: readonly Choice[]) =>
    choices.map((choice) => ({ value: choice, label: t(`settings.archive.choice.${choice}`) }))
  const choiceFor = (kind: ChosenKind) => choices[kind] ?? 'mine'
  const [first = 'mine', ...others] = new Set(kinds.map(choiceFor))
  const chooseAll = (choice: Choice) =>
    onChange(
      Object.fromEntries(kinds.map((kind) => [kind, choicesFor(kind).includes(choice) ? choice : choiceFor(kind)])),
    )

  return (
    <fieldset disabled={isDisabled} className="grid gap-3 border-t border-line pt-3.5">
      <legend className="sr-only">{t('settings.archive.conflictsTitle')}</legend>
      <p className="text-secondary text-ink-2">{t('settings.archive.conflictsHelp')}</p>
      {kinds.length > 1 && (
        <div className="grid gap-1">
          <span className="text-caption font-medium text-ink-2">{t('settings.archive.forAll')}</span>
          <SegmentedControl<Choice | ''>
            label={t('settings.archive.forAll')}
            value={others.length === 0 ? first : ''}
            options={optionsOf(CHOICES)}
            onChange={(choice) => choice !== '' && chooseAll(choice)}
          />
        </div>
      )}
      {kinds.map((kind) => (
        <div key={kind} className="grid gap-1">
          <span className="text-caption font-medium text-ink-2">
            {t(`settings.archive.kind.${kind}`)}
            <Examples kind={kind} names={preview.kinds[kind].examples} />
          </span>
          <SegmentedControl
            label={t(`settings.archive.kind.${kind}`)}
            value={choiceFor(kind)}
            options={optionsOf(choicesFor(kind))}
            onChange={(choice) => onChange({ ...choices, [kind]: choice })}
          />
        </div>
      ))}
    </fieldset>
  )
}

/** The first names in conflict. Time entries have none. */
function Examples({ kind, names }: { kind: ChosenKind; names: readonly string[] }) {
  if (kind === 'entries' || names.length === 0) return null
  return <span className="font-normal wrap-anywhere text-ink-3"> · {names.join(', ')}</span>
}
