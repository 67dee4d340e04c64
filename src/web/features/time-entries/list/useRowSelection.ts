import { useEffect, useMemo, useRef, useState } from 'react'

/** The selected rows. Rows that disappear are deselected. */
export function useRowSelection(ids: readonly string[]) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(NONE)
  const selected = useMemo(() => new Set(ids.filter((id) => selectedIds.has(id))), [ids, selectedIds])
  // A range starts at the row that was last toggled on its own.
  const anchor = useRef<string>(undefined)
  const latest = useRef(ids)
  useEffect(() => {
    latest.current = ids
  }, [ids])

  const actions = useMemo(() => {
    const add = (added: readonly string[]) => setSelectedIds((selectedIds) => new Set([...selectedIds, ...added]))
    return {
      toggle: (id: string) => {
        anchor.current = id
        setSelectedIds((selectedIds) => toggled(selectedIds, id))
      },
      /** Selects all rows from the anchor to this one. */
      extendTo: (id: string) => {
        const [from, to] = [latest.current.indexOf(anchor.current ?? id), latest.current.indexOf(id)]
        anchor.current ??= id
        add(latest.current.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1))
      },
      add,
      remove: (removed: readonly string[]) =>
        setSelectedIds((selectedIds) => new Set([...selectedIds].filter((id) => !removed.includes(id)))),
      clear: () => setSelectedIds(NONE),
    }
  }, [])
  return { selected, ...actions }
}

export type RowSelection = ReturnType<typeof useRowSelection>

const NONE: ReadonlySet<string> = new Set()

function toggled(selectedIds: ReadonlySet<string>, id: string) {
  const next = new Set(selectedIds)
  if (!next.delete(id)) next.add(id)
  return next
}
