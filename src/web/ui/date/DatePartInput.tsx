import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { toLocale } from '#core/language.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DATE_PART_RULES, type DatePart, pad, stepDatePart } from './date-parts.ts'
import type { DateParts } from './useDateParts.ts'

interface DatePartInputProps {
  id?: string | undefined
  type: DatePart
  label: string
  dateParts: DateParts
  autoFocus?: boolean
}

/** A number that is entered as a whole: neither caret nor text selection have an effect. WebKit drops the latter. */
export function DatePartInput({ type, label, dateParts, ...input }: DatePartInputProps) {
  const { language } = useTranslation()
  const { min, max, digits } = DATE_PART_RULES[type]
  const number = dateParts.parts[type]
  const name = new Intl.DisplayNames(toLocale(language), { type: 'dateTimeField' }).of(FIELD_NAMES[type] ?? type)
  const text = number === undefined ? '' : type === 'period' ? periodName(number, language) : pad(number, digits)

  return (
    <input
      {...input}
      role="spinbutton"
      inputMode={type === 'period' ? 'text' : 'numeric'}
      autoComplete="off"
      aria-label={`${name}, ${label}`}
      aria-valuenow={number}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={type === 'period' ? text : undefined}
      placeholder={'–'.repeat(digits)}
      value={dateParts.typedText(type) || text}
      {...useTextHandlers(type, dateParts)}
      onFocus={({ target }) => target.select()}
      onClick={() => dateParts.finishTyping(type)}
      onBlur={() => dateParts.finishTyping(type)}
      onKeyDown={(event) => handleKey(event, type, dateParts)}
      style={{ width: `calc(${digits}ch + 0.25rem)`, caretColor: 'transparent' }}
      className="rounded-[4px] bg-transparent text-center outline-none placeholder:text-ink-3 focus:bg-accent focus:text-on-accent"
    />
  )
}

const FIELD_NAMES: Partial<Record<DatePart, string>> = { hour12: 'hour', period: 'dayPeriod' }

/** "AM" or "PM" in the user's language. */
function periodName(period: number, language: string) {
  const format = new Intl.DateTimeFormat(toLocale(language), { hour: 'numeric', hourCycle: 'h12', timeZone: 'UTC' })
  const name = format.formatToParts(12 * HOUR_MS * period).find(({ type }) => type === 'dayPeriod')?.value ?? ''
  return name.replaceAll(/[\s.]/g, '').toUpperCase()
}

/** The half of the day that a letter stands for: AM, PM, and ÖÖ, ÖS in Turkish. */
function readPeriod(letter: string, type: DatePart) {
  if (type !== 'period') return undefined
  return /^[ps]$/i.test(letter) ? 1 : /^[aö]$/i.test(letter) ? 0 : undefined
}

/** Takes each entered text from its event. The input's own value depends on the caret. */
function useTextHandlers(type: DatePart, dateParts: DateParts) {
  const beforeComposition = useRef('')
  const paste = (input: HTMLInputElement, text: string) => {
    if (dateParts.paste(type, text)) focusLastPart(input)
  }
  const enter = (input: HTMLInputElement, text: string) => {
    const isSeveralParts = /\d\D+\d/.test(text) || text.replaceAll(/\D/g, '').length > DATE_PART_RULES[type].digits
    if (isSeveralParts) paste(input, text)
    else if (dateParts.typeDigits(type, text)) moveFrom(input, 1)
  }
  const enterPeriod = ({ nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const period = readPeriod((nativeEvent as Partial<InputEvent>).data ?? '', type)
    if (period !== undefined) dateParts.setPart(type, period)
  }
  const enterDigits = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { inputType = '', data } = nativeEvent as Partial<InputEvent>
    const typed = dateParts.typedText(type)
    if (/^history|Drop$|^deleteComposition/.test(inputType)) return
    if (inputType.startsWith('delete')) dateParts.erase(type)
    // Autofill replaces the whole text.
    else if (!data) enter(target, target.value)
    else if (/\d/.test(data))
      enter(target, (inputType.includes('Composition') ? beforeComposition.current : typed) + data)
    else if (typed !== '' && SEPARATOR.test(data)) moveFrom(target, 1)
  }
  return {
    onCompositionStart: () => {
      beforeComposition.current = dateParts.typedText(type)
    },
    onChange: type === 'period' ? enterPeriod : enterDigits,
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      event.preventDefault()
      paste(event.currentTarget, event.clipboardData.getData('text'))
    },
  }
}

const SEPARATOR = /[\s:/.-]/

function handleKey(event: KeyboardEvent<HTMLInputElement>, type: DatePart, dateParts: DateParts) {
  if (event.key === 'Enter') return dateParts.finishTyping(type)
  const next = stepByKey(event.key, type, dateParts.parts[type]) ?? readPeriod(event.key, type)
  if (next !== undefined) dateParts.setPart(type, next)
  else if (isErasing(event)) dateParts.erase(type)
  else if (!moveByKey(event, dateParts.typedText(type) !== '')) return
  event.preventDefault()
}

const isErasing = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) =>
  currentTarget.value !== '' && (key === 'Backspace' || key === 'Delete')

/** Returns whether the key is handled, by moving to another part or by being ignored. */
function moveByKey({ key, ctrlKey, metaKey, currentTarget: input }: KeyboardEvent<HTMLInputElement>, isTyped: boolean) {
  const by = { ArrowLeft: -1, Backspace: -1, ArrowRight: 1 }[key]
  if (by !== undefined) moveFrom(input, by)
  else if (/^\d$|../.test(key) || ctrlKey || metaKey) return false
  // A separator moves on, as in 9:30 or 31/12, unless the digits before it have done so.
  else if (isTyped && SEPARATOR.test(key)) moveFrom(input, 1)
  return true
}

function stepByKey(key: string, type: DatePart, number: number | undefined) {
  const { min, max, pageStep } = DATE_PART_RULES[type]
  const by = { ArrowUp: 1, ArrowDown: -1, PageUp: pageStep, PageDown: -pageStep }[key]
  return by === undefined ? { Home: min, End: max }[key] : stepDatePart(type, number, by)
}

/** Focuses the next or previous part of the field, if there is one. */
function moveFrom(input: HTMLInputElement, by: number) {
  const all = [...(input.closest('[role=group]')?.querySelectorAll('input') ?? [])]
  all[all.indexOf(input) + by]?.focus()
}

/** Focuses the last part of the same date or time. */
function focusLastPart(input: HTMLInputElement) {
  const all = input.parentElement?.querySelectorAll('input')
  all?.item(all.length - 1).focus()
}
