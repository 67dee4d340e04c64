import { useCallback, useEffect, useRef, useState } from 'react'
import { type PublicEntry, publicReport } from '#contract/integrations/shared-reports.ts'
import { call } from '#web/api/call.ts'
import type { AskForPart } from './useSharedReport.ts'

interface Loaded {
  entries: readonly PublicEntry[]
  /** Null after the last page; undefined before the first. */
  cursor: string | null | undefined
}

const NOTHING: Loaded = { entries: [], cursor: undefined }

/** The single entries, newest first, page by page. */
export function useSharedEntries(isShown: boolean, askForPart: AskForPart) {
  const [loaded, setLoaded] = useState(NOTHING)
  const [error, setError] = useState<unknown>()
  const [isLoading, setIsLoading] = useState(isShown)
  const latest = useRef(NOTHING)

  const loadPage = useCallback(async () => {
    const before = latest.current
    const query = { cursor: before.cursor ?? undefined }
    const page = await askForPart((grant) => call(publicReport.entries, { query: { ...query, grant } }))
    // Pressed twice, or pressed and printed: one of them has added the page.
    if (latest.current !== before) return
    latest.current = { entries: [...before.entries, ...page.entries], cursor: page.cursor }
    setLoaded(latest.current)
  }, [askForPart])

  const loadOrFail = useCallback(
    () =>
      loadPage()
        .then(() => setError(undefined), setError)
        .finally(() => setIsLoading(false)),
    [loadPage],
  )
  const loadMore = () => {
    setIsLoading(true)
    return loadOrFail()
  }

  useEffect(() => {
    if (isShown) void loadOrFail()
  }, [isShown, loadOrFail])

  /** If it fails, the list ends with the error, on paper too. */
  const loadRest = async () => {
    if (!isShown) return
    try {
      while (latest.current.cursor !== null) await loadPage()
    } catch (error) {
      setError(error)
    }
  }

  return { ...loaded, error, isLoading, loadMore, loadRest }
}

export type SharedEntriesState = ReturnType<typeof useSharedEntries>
