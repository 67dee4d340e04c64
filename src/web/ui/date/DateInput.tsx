import { type ChangeEvent, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { toLocale } from '#core/language.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { fieldAria, FieldFrame, type FieldText } from '#web/ui/fields/FieldFrame.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import {
  DATE_PART_RULES,
  dateLayout,
  type DatePart,
  type DatePartValues,
  isDatePart,
  pad,
  readDigits,
  stepDatePart,
} from './date-parts.ts'

interface DateFieldFrameProps extends FieldText {
  /** Id of the first input, which a click on the label focuses. */
  id: string
  className?: string
  children: ReactNode
}

/** Frame around the inputs of a date or time field. */
export function DateFieldFrame({ id, className = '', children, ...text }: DateFieldFrameProps) {
  const { 'aria-describedby': note, 'aria-invalid': isInvalid } = fieldAria(id, text)
  return (
    <FieldFrame id={id} {...text}>
      <div
        role="group"
        aria-label={text.label}
        aria-describedby={note}
        data-invalid={isInvalid}
        className={`${classes.controlGroup} ${className}`}
      >
        {children}
      </div>
    </FieldFrame>
  )
}

interface DateInputProps {
  id?: string
  label: string
  /** Date parts and the separators between them. */
  layout: readonly string[]
  value: DatePartValues | null
  /** Null while a part is empty. */
  onChange: (value: DatePartValues | null) => void
  autoFocus?: boolean
}

/** The parts of a date in the order of the app's language. */
export function useDateLayout() {
  const { language } = useTranslation()
  return useMemo(() => dateLayout(toLocale(language)), [language])
}

const EMPTY: DatePartValues = {}

/** One input each for day, month and year, or for hour and minute. */
export function DateInput({ id, label, layout, value, onChange, autoFocus = false }: DateInputProps) {
  const [incomplete, setIncomplete] = useState(EMPTY)
  if (value !== null && incomplete !== EMPTY) setIncomplete(EMPTY)
  const shown = value ?? incomplete
  const types = layout.filter(isDatePart)
  const enter = (type: DatePart, number: number | undefined) => {
    const next = { ...shown, [type]: number }
    setIncomplete(next)
    onChange(types.every((one) => next[one] !== undefined) ? next : null)
  }

  return (
    <div className="-ml-0.5 flex items-center tabular-nums">
      {layout.map((part, index) =>
        isDatePart(part) ? (
          <DatePartInput
            key={part}
            type={part}
            label={label}
            number={shown[part]}
            onChange={(number) => enter(part, number)}
            {...(part === types[0] && { id, autoFocus })}
          />
        ) : (
          <span key={index} aria-hidden="true" className="text-ink-3">
            {part}
          </span>
        ),
      )}
    </div>
  )
}

interface DatePartInputProps {
  id?: string | undefined
  type: DatePart
  label: string
  number: number | undefined
  onChange: (number: number | undefined) => void
  autoFocus?: boolean
}

function DatePartInput({ type, label, number, onChange, ...input }: DatePartInputProps) {
  const { language } = useTranslation()
  const { min, max, digits } = DATE_PART_RULES[type]
  // The digits typed since the input got the focus: 0 may become 09.
  const [typed, setTyped] = useState<string>()
  const name = new Intl.DisplayNames(toLocale(language), { type: 'dateTimeField' }).of(type)

  const handleInput = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // Not `value` for a typed key: WebKit drops the selection that it should replace, after a click.
    const { data } = nativeEvent as InputEvent
    const read = readDigits(type, data ? `${typed ?? ''}${data}` : target.value)
    setTyped(read.text)
    if (read.number !== undefined || read.text === '') onChange(read.number)
    if (read.isComplete && !moveFrom(target, 1)) target.select()
  }
  const handleBlur = () => {
    if (type === 'year' && typed?.length === 2) onChange(2000 + Number(typed))
    setTyped(undefined)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const next = stepByKey(event.key, type, number)
    if (next !== undefined) {
      setTyped(undefined)
      onChange(next)
    } else if (!moveByKey(event)) return
    event.preventDefault()
  }

  return (
    <input
      {...input}
      role="spinbutton"
      inputMode="numeric"
      autoComplete="off"
      aria-label={`${name}, ${label}`}
      aria-valuenow={number}
      aria-valuemin={min}
      aria-valuemax={max}
      placeholder={'–'.repeat(digits)}
      value={typed ?? (number === undefined ? '' : pad(number, digits))}
      onChange={handleInput}
      onFocus={({ target }) => target.select()}
      onClick={({ currentTarget }) => currentTarget.select()}
      onBlur={handleBlur}
      onKeyDown={handleKey}
      style={{ width: `calc(${digits}ch + 0.25rem)`, caretColor: 'transparent' }}
      className="rounded-[4px] bg-transparent text-center outline-none placeholder:text-ink-3 focus:bg-accent focus:text-on-accent"
    />
  )
}

function stepByKey(key: string, type: DatePart, number: number | undefined) {
  const { min, max, pageStep } = DATE_PART_RULES[type]
  const by = { ArrowUp: 1, ArrowDown: -1, PageUp: pageStep, PageDown: -pageStep }[key]
  return by === undefined ? { Home: min, End: max }[key] : stepDatePart(type, number, by)
}

/** Returns whether the key is handled, by moving to another part or by being ignored. */
function moveByKey(event: KeyboardEvent<HTMLInputElement>) {
  const { key, currentTarget: input } = event
  if (key === 'ArrowLeft' || (key === 'Backspace' && input.value === '')) return moveFrom(input, -1)
  if (key === 'ArrowRight') return moveFrom(input, 1)
  if (/^\d$|../.test(key) || event.ctrlKey || event.metaKey) return false
  // A separator moves on, as in 9:30 or 31/12.
  if (/[\s:/.-]/.test(key) && input.value !== '') moveFrom(input, 1)
  return true
}

/** Focuses the next or previous part of the field. Returns false if there is none. */
function moveFrom(input: HTMLInputElement, by: 1 | -1) {
  const all = [...(input.closest('[role=group]')?.querySelectorAll('input') ?? [])]
  const next = all[all.indexOf(input) + by]
  next?.focus()
  return next !== undefined
}
