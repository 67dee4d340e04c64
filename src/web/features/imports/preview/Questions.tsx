import { useState } from 'react'
import {
  type DateOrder,
  type DurationUnit,
  type Encoding,
  EVERYBODY,
  type ImportPreview,
} from '#contract/files/imports.ts'
import { toLocale } from '#core/language.ts'
import type { ImportOptions } from '#web/features/imports/import-options.ts'
import { FORMAT_NAMES } from '#web/features/imports/import-formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { SegmentedControl } from '#web/ui/fields/SegmentedControl.tsx'
import { Select } from '#web/ui/options/Select.tsx'
import { formatDay, readInEveryOrder } from './preview-dates.ts'
import { Question } from './Question.tsx'

interface QuestionsProps {
  preview: ImportPreview
  options: ImportOptions
  onChange: (options: ImportOptions) => void
}

/** The questions that the file leaves open. They stay after the answer, so that it can be changed. */
export function Questions({ preview, options, onChange }: QuestionsProps) {
  const { people } = preview
  const isEncodingOpen = useHasBeenTrue(!preview.isEncodingCertain)
  const date = useLast(preview.ambiguousDate)
  const number = useLast(preview.ambiguousDuration)
  return (
    <div className="rounded-panel border border-line bg-surface empty:hidden">
      {isEncodingOpen && (
        <EncodingQuestion
          encodings={preview.encodings}
          value={options.encoding}
          onChange={(encoding) => onChange({ ...options, encoding })}
        />
      )}
      {date !== null && (
        <DateOrderQuestion
          date={date}
          value={options.dateOrder}
          onChange={(dateOrder) => onChange({ ...options, dateOrder })}
        />
      )}
      {number !== null && (
        <UnitQuestion number={number} value={options.unit} onChange={(unit) => onChange({ ...options, unit })} />
      )}
      {people.length > 1 && (
        <PersonQuestion
          people={people}
          value={options.person}
          onChange={(person) => onChange({ ...options, person })}
        />
      )}
      {preview.isSuggestion && <SuggestionsQuestion preview={preview} options={options} onChange={onChange} />}
    </div>
  )
}

/** After the answer the server reports no example any more. */
function useLast(value: string | null) {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}

function useHasBeenTrue(value: boolean) {
  const [hasBeen, setHasBeen] = useState(value)
  if (value && !hasBeen) setHasBeen(true)
  return value || hasBeen
}

interface AnswerProps<Value> {
  value: Value | undefined
  onChange: (value: Value) => void
}

/** The most likely spellings; the options of the import have every encoding. */
const MAX_SPELLINGS = 4

function EncodingQuestion({
  encodings,
  value,
  onChange,
}: AnswerProps<Encoding> & { encodings: ImportPreview['encodings'] }) {
  const { t } = useTranslation()
  const spellings = encodings.slice(0, MAX_SPELLINGS)
  return (
    <Question label={t('imports.encoding.label')} title={t('imports.encoding.title')} hint={t('imports.encoding.hint')}>
      <SegmentedControl<Encoding | ''>
        label={t('imports.encoding.label')}
        value={value ?? ''}
        options={spellings.map(({ encoding, example }) => ({ value: encoding, label: example }))}
        onChange={(encoding) => encoding !== '' && onChange(encoding)}
      />
    </Question>
  )
}

function DateOrderQuestion({ date, value, onChange }: AnswerProps<DateOrder> & { date: string }) {
  const { t, language } = useTranslation()
  return (
    <Question
      label={t('imports.order.label')}
      title={t('imports.order.title', { date })}
      hint={t('imports.order.hint')}
    >
      <SegmentedControl<DateOrder | ''>
        label={t('imports.order.label')}
        value={value ?? ''}
        options={readInEveryOrder(date).map(({ order, day }) => ({ value: order, label: formatDay(day, language) }))}
        onChange={(order) => order !== '' && onChange(order)}
      />
    </Question>
  )
}

const UNITS = ['hours', 'minutes', 'seconds', 'milliseconds'] as const satisfies DurationUnit[]

function UnitQuestion({ number, value, onChange }: AnswerProps<DurationUnit> & { number: string }) {
  const { t } = useTranslation()
  return (
    <Question label={t('imports.unit.label')} title={t('imports.unit.title', { number })} hint={t('imports.unit.hint')}>
      <SegmentedControl<DurationUnit | ''>
        label={t('imports.unit.label')}
        value={value ?? ''}
        options={UNITS.map((unit) => ({ value: unit, label: t(`imports.unit.${unit}`, { number }) }))}
        onChange={(unit) => unit !== '' && onChange(unit)}
      />
    </Question>
  )
}

function PersonQuestion({ people, value, onChange }: AnswerProps<string> & { people: ImportPreview['people'] }) {
  const { t, language } = useTranslation()
  const names = new Intl.ListFormat(toLocale(language)).format(people.slice(0, 2).map(({ person }) => person))
  const index = people.findIndex(({ person }) => person === value)
  const chosen = value === EVERYBODY ? EVERYBODY : String(index)
  return (
    <Question
      label={t('imports.person.label')}
      title={t('imports.person.title')}
      hint={t('imports.person.hint', { names })}
    >
      <div className="max-w-100">
        <Select
          label={t('imports.person.label')}
          placeholder={t('imports.person.choose')}
          value={value === undefined || chosen === '-1' ? undefined : chosen}
          options={[
            ...people.map(({ person, rows }, index) => ({
              id: String(index),
              label: person,
              hint: t('imports.preview.rows', { count: rows }),
            })),
            { id: EVERYBODY, label: t('imports.person.everybody') },
          ]}
          onChange={(id) => onChange(people[Number(id)]?.person ?? EVERYBODY)}
        />
      </div>
    </Question>
  )
}

function SuggestionsQuestion({ preview: { format }, options, onChange }: QuestionsProps) {
  const { t } = useTranslation()
  const { suggestions, ...others } = options
  const product = format === 'other' ? t('imports.format.other') : FORMAT_NAMES[format]
  return (
    <Question
      label={t('imports.suggestions.label')}
      title={t('imports.suggestions.title')}
      hint={t('imports.suggestions.hint', { product })}
    >
      <Checkbox
        isSelected={suggestions !== undefined}
        onChange={(isAccepted) => onChange(isAccepted ? { ...others, suggestions: 'accept' } : others)}
      >
        {t('imports.suggestions.accept')}
      </Checkbox>
    </Question>
  )
}
