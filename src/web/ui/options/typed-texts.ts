import { useLayoutEffect } from 'react'

/** Returns false if the field asks what its text means. */
type Take = () => boolean
type Load = () => Promise<unknown>

/** Take the text of each combo box that has not become an option yet. */
const takers = new Set<Take>()
/** Load the combo boxes whose text was typed before they had loaded. */
const loaders = new Set<Load>()

/** `take` is called before a form is saved. Undefined: there is no text to take. */
export const useTypedTextTaker = (take: Take | undefined) => useMember(takers, take)
export const useTypedTextLoader = (load: Load | undefined) => useMember(loaders, load)

function useMember<Member>(members: Set<Member>, member: Member | undefined) {
  useLayoutEffect(() => {
    if (member === undefined) return
    members.add(member)
    return () => void members.delete(member)
  })
}

/** Ends when all typed texts are chosen, created or asked about. Returns false if a field asks. */
export async function takeTypedTexts() {
  // Without the code the text stays, and the form does not save.
  await Promise.all([...loaders].map((load) => load().catch(() => undefined)))
  return [...takers].map((take) => take()).every(Boolean)
}
