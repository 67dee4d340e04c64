import { useLayoutEffect } from 'react'

type Take = () => void | Promise<void>

/** Take the text of each combo box in which the user still types. */
const takers = new Set<Take>()

/** `take` is called before a form is saved by a key. Undefined: there is no text to take. */
export function useTypedTextTaker(take: Take | undefined) {
  useLayoutEffect(() => {
    if (take === undefined) return
    takers.add(take)
    return () => void takers.delete(take)
  })
}

/** Ends when all typed texts are chosen, created or asked about. */
export const takeTypedTexts = () => Promise.all([...takers].map(async (take) => take()))
