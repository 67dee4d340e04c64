import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Option } from './OptionItem.tsx'
import { useTypedTextTaker } from './typed-texts.ts'

/** Text that the plain input had received before a combo box was loaded. */
export interface Handover {
  text: string
  /** Enter was pressed after it. */
  isEntered: boolean
  /** The input was left after it. */
  isLeft: boolean
}

/** The option of that name in upper or lower case; `closest` is also the only one that contains the text. */
type Precision = 'exact' | 'closest'

interface TypedTextOptions {
  find: (text: string, how: Precision) => Option | undefined
  /** Whether other names contain the text, so that one of them may be meant. */
  isPartOfName: (text: string) => boolean
  choose: (option: Option) => void
  /** Creates an option; undefined if none of this name can be created. */
  create: ((text: string) => void) | undefined
  handover: Handover | undefined
}

/**
 * Text in the input of a combo box that names no option yet. Enter takes the option that it finds. A text that is left or
 * saved with the form is not replaced by a longer name: if other options contain it, the field asks. Saving creates it
 * otherwise, and after the question.
 */
export function useTypedText({ find, isPartOfName, choose, create, handover }: TypedTextOptions) {
  const [typed, setTyped] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  /** An arrow key has highlighted an option: that is what the user means, not the text. */
  const [hasArrowed, setHasArrowed] = useState(false)
  const [createdName, setCreatedName] = useState<string>()
  const name = typed?.trim() ?? ''
  const isPending = name !== '' && typed !== createdName

  function type(text: string | undefined) {
    setTyped(text)
    setIsAsking(false)
    setHasArrowed(false)
  }
  /** The name stays in the input until its option exists. */
  function createTyped(text: string) {
    setTyped(text)
    setCreatedName(text)
    create?.(text)
  }
  /** Returns false if there is no such option. Where nothing can be created, the only one that contains the text is meant. */
  function take(text: string, how: Precision) {
    const option = find(text, create === undefined ? 'closest' : how)
    if (option !== undefined) choose(option)
    return option !== undefined || text.trim() === ''
  }
  function leave(text = typed) {
    setHasArrowed(false)
    if (text !== undefined && text !== createdName && !take(text, 'exact')) setIsAsking(true)
  }
  function createOrAsk(text: string, mustAsk = create === undefined) {
    if (mustAsk) setIsAsking(true)
    else createTyped(text.trim())
    return !mustAsk
  }
  const enter = (text: string) => take(text, 'closest') || createOrAsk(text)
  /** Returns false if the form cannot be saved yet. */
  const save = (text: string) =>
    take(text, 'exact') || createOrAsk(text, create === undefined || (!isAsking && isPartOfName(text)))
  useHandover(handover, { type, enter, leave })
  const isTaken = isPending && !hasArrowed
  useTypedTextTaker(isTaken ? () => flushSync(() => save(name)) : undefined)

  return {
    typed,
    type,
    leave,
    createTyped,
    inputProps: {
      'data-typed': isTaken ? '' : undefined,
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'ArrowDown' || key === 'ArrowUp') setHasArrowed(true)
      },
    },
    /** Undefined unless the field asks what the text means. */
    question:
      isAsking && isPending
        ? {
            name,
            onCreate: create && (() => createTyped(name)),
            closest: toAnswer(find(name, 'closest'), choose),
            onDiscard: () => type(undefined),
          }
        : undefined,
  }
}

const toAnswer = (option: Option | undefined, choose: (option: Option) => void) =>
  option && { name: option.label, onChoose: () => choose(option) }

type Actions = Record<'type' | 'enter' | 'leave', (text: string) => void>

/** Acts after the first render: React Aria filters the list only by changes after it has opened. */
function useHandover(handover: Handover | undefined, { type, enter, leave }: Actions) {
  const isDone = useRef(false)
  useLayoutEffect(() => {
    if (handover === undefined || isDone.current) return
    isDone.current = true
    type(handover.text)
    if (handover.isEntered) enter(handover.text)
    else if (handover.isLeft) leave(handover.text)
  })
}
