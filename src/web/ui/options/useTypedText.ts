import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTypedTextTaker } from './typed-texts.ts'

/** Text that the plain input had received before a combo box was loaded. */
export interface Handover {
  text: string
  /** Enter was pressed after it. */
  isEntered: boolean
  /** The input was left after it. */
  isLeft: boolean
}

interface TypedTextOptions {
  /** Takes the option that the text names. Returns false if there is none. */
  choose: (text: string) => boolean
  /** Creates an option; undefined if none of this name can be created. */
  create: ((text: string) => void) | undefined
  handover: Handover | undefined
}

/** Text in the input of a combo box that names no option yet. If the user leaves it, it stays, and a question appears. */
export function useTypedText({ choose, create, handover }: TypedTextOptions) {
  const [typed, setTyped] = useState<string>()
  const [isLeft, setIsLeft] = useState(false)
  const [hasReturned, setHasReturned] = useState(false)
  const [createdName, setCreatedName] = useState<string>()
  const isPending = typed !== undefined && typed.trim() !== '' && typed !== createdName

  function type(text: string | undefined) {
    setTyped(text)
    setIsLeft(false)
  }
  /** The name stays in the input until its option exists. */
  function createTyped(text: string) {
    setTyped(text)
    setCreatedName(text)
    create?.(text)
  }
  function leave(text = typed) {
    if (text === undefined || text === createdName || choose(text)) return
    setIsLeft(true)
    setHasReturned(false)
  }
  function enter(text: string) {
    if (choose(text)) return
    if (create === undefined) setIsLeft(true)
    else createTyped(text.trim())
  }
  useHandover(handover, { type, enter, leave })
  useTypedTextTaker(isPending && (!isLeft || hasReturned) ? () => flushSync(() => enter(typed)) : undefined)

  return {
    typed,
    type,
    leave,
    /** The user is in the field again. */
    comeBack: () => setHasReturned(true),
    createTyped,
    /** Undefined unless the user has left text that names nothing. */
    question:
      isLeft && isPending
        ? {
            name: typed.trim(),
            onCreate: create && (() => createTyped(typed.trim())),
            onDiscard: () => type(undefined),
          }
        : undefined,
  }
}

interface Actions {
  type: (text: string) => void
  enter: (text: string) => void
  leave: (text: string) => void
}

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
