import { useEffect, useMemo, useRef, useState } from 'react'

/** The selected rows. Rows that disappear are deselected. */
export function useRowSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NONE)
  const selected = useMemo(() => new Set(ids.filter((id) => chosen.has(id))), [ids, chosen])
  // A range starts at the row that was last toggled on its own.
  const anchor = useRef<string>(undefined)
  const latest = useRef(ids)
  useEffect(() => {
    latest.current = ids
  }, [ids])

  const actions = useMemo(() => {
    const add = (some: readonly string[]) => setChosen((chosen) => new Set([...chosen, ...some]))
    return {
      toggle: (id: string) => {
        anchor.current = id
        setChosen((chosen) => toggled(chosen, id))
      },
      /** Selects all rows from the anchor to this one. */
      extendTo: (id: string) => {
        const [from, to] = [latest.current.indexOf(anchor.current ?? id), latest.current.indexOf(id)]
        anchor.current ??= id
        add(latest.current.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1))
      },
      add,
      remove: (some: readonly string[]) =>
        setChosen((chosen) => new Set([...chosen].filter((id) => !some.includes(id)))),
      clear: () => setChosen(NONE),
    }
  }, [])
  return { selected, ...actions }
}

export type RowSelection = ReturnType<typeof useRowSelection>

const NONE: ReadonlySet<string> = new Set()

function toggled(chosen: ReadonlySet<string>, id: string) {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}
