import { useCallback, useEffect, useState } from 'react'
import { publicReport, type PublicReport } from '#contract/integrations/shared-reports.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { takeTabStored, writeTabStored } from '#web/storage.ts'

export type SharedReportState =
  | { name: 'loading' }
  /** `error` is about the password that was tried. */
  | { name: 'locked'; error?: unknown }
  | { name: 'failed'; error: unknown }
  | { name: 'shown'; report: PublicReport; grant: string }

const LOADING: SharedReportState = { name: 'loading' }

/** Opens the report of a link. */
export function useSharedReport(secret: string) {
  const [state, setState] = useState(LOADING)

  const load = useCallback(
    (password?: string) =>
      openReport(secret, password).catch((error: unknown): SharedReportState => {
        const isAboutPassword = error instanceof ApiError && ['invalid', 'rate-limited'].includes(error.code)
        return password !== undefined && isAboutPassword ? { name: 'locked', error } : { name: 'failed', error }
      }),
    [secret],
  )

  useEffect(() => {
    let isCurrent = true
    void load().then((next) => isCurrent && setState(next))
    return () => void (isCurrent = false)
  }, [load])

  return {
    state,
    unlock: async (password: string) => setState(await load(password)),
    retry: async () => setState(await load()),
  }
}

/** A reload of the page, or another language, does not ask for the password again, and is no further view. */
async function openReport(secret: string, password: string | undefined): Promise<SharedReportState> {
  const known = takeTabStored('shared-report')
  if (password === undefined && known['secret'] === secret && typeof known['grant'] === 'string') {
    const shown = await readReport(secret, known['grant']).catch(ignoreEndedGrant)
    if (shown !== undefined) return shown
  }
  const { grant } = await call(publicReport.open, { body: { secret, ...(password !== undefined && { password }) } })
  return grant === null ? { name: 'locked' } : readReport(secret, grant)
}

async function readReport(secret: string, grant: string): Promise<SharedReportState> {
  const report = await call(publicReport.read, { query: { grant } })
  writeTabStored('shared-report', JSON.stringify({ secret, grant }))
  return { name: 'shown', report, grant }
}

function ignoreEndedGrant(error: unknown) {
  if (error instanceof ApiError && error.code === 'not-found') return undefined
  throw error
}
