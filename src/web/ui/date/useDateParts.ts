import { useState } from 'react'
import { type DatePart, type DatePartValues, readDigits, readPastedParts } from './date-parts.ts'

interface Options {
  types: readonly DatePart[]
  value: DatePartValues | null
  /** Called with null while a part is empty or half typed. */
  onChange: (value: DatePartValues | null) => void
}

const EMPTY: DatePartValues = {}

/** The parts of a date or time while the user types them. */
export function useDateParts({ types, value, onChange }: Options) {
  // The parts as typed: 31 stays until its month is typed too, though the old month may be shorter.
  const [draft, setDraft] = useState<DatePartValues>()
  const [hasFocus, setHasFocus] = useState(false)
  // The digits typed since the part got the focus. The first of them replaces its number.
  const [typed, setTyped] = useState<{ type: DatePart; text: string }>()
  if (draft !== undefined && value !== null && !hasFocus) setDraft(undefined)
  const parts = draft ?? value ?? EMPTY
  const typedText = (type: DatePart) => (typed?.type === type ? typed.text : '')

  const change = (changed: DatePartValues) => {
    const next = { ...parts, ...changed }
    setDraft(next)
    onChange(types.every((type) => next[type] !== undefined) ? next : null)
  }

  return {
    parts,
    typedText,
    setHasFocus,
    setPart: (type: DatePart, number: number) => {
      setTyped(undefined)
      change({ [type]: number })
    },
    /** Returns whether no further digit can follow. */
    typeDigits: (type: DatePart, digits: string) => {
      const { text, number, isComplete } = readDigits(type, digits)
      setTyped(isComplete ? undefined : { type, text })
      change({ [type]: number })
      return isComplete
    },
    /** Removes the last typed digit, or else the whole number. */
    erase: (type: DatePart) => {
      const { text, number } = readDigits(type, typedText(type).slice(0, -1))
      setTyped({ type, text })
      change({ [type]: number })
    },
    /** Returns whether the text could be read. */
    paste: (type: DatePart, text: string) => {
      const pasted = readPastedParts(text, types, type)
      if (pasted === undefined) return false
      setTyped(undefined)
      change(pasted)
      return true
    },
    /** Completes a year of two digits. */
    finishTyping: (type: DatePart) => {
      const text = typedText(type)
      setTyped(undefined)
      if (type === 'year' && text.length === 2) change({ year: 2000 + Number(text) })
    },
  }
}

export type DateParts = ReturnType<typeof useDateParts>
