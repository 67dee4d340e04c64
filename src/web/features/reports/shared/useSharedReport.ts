import { useCallback, useEffect, useRef, useState } from 'react'
import { publicReport, type PublicReport } from '#contract/integrations/shared-reports.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { takeTabStored, writeTabStored } from '#web/storage.ts'

export type SharedReportState =
  | { name: 'loading' }
  /** `error` is about the password that was tried. */
  | { name: 'locked'; error?: unknown }
  | { name: 'failed'; error: unknown }
  | { name: 'shown'; report: PublicReport; wasLocked: boolean }

/** Asks for a part of the report. A page that is open for longer than its grant opens the link again. */
export type AskForPart = <Part>(ask: (grant: string) => Promise<Part>) => Promise<Part>

const LOADING: SharedReportState = { name: 'loading' }

/** Opens the report of a link. */
export function useSharedReport(secret: string) {
  const [state, setState] = useState(LOADING)
  const grant = useRef('')

  const load = useCallback(
    (password?: string) =>
      openReport(secret, password)
        .then((opened): SharedReportState => {
          if (opened === undefined) return { name: 'locked' }
          grant.current = opened.grant
          return { name: 'shown', report: opened.report, wasLocked: password !== undefined }
        })
        .catch((error: unknown): SharedReportState => {
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

  const askForPart: AskForPart = useCallback(
    (ask) =>
      ask(grant.current).catch(async (error: unknown) => {
        if (!isNotFound(error)) throw error
        const renewed = await call(publicReport.open, { body: { secret } })
        if (renewed.grant === null) {
          setState({ name: 'locked' })
          throw error
        }
        grant.current = renewed.grant
        return ask(renewed.grant)
      }),
    [secret],
  )

  return {
    state,
    askForPart,
    unlock: async (password: string) => setState(await load(password)),
    retry: async () => setState(await load()),
  }
}

interface GrantedReport {
  report: PublicReport
  grant: string
}

/** Undefined if a password is needed. A reload of the page, or another language, does not ask for the password again, and is no further view. */
async function openReport(secret: string, password: string | undefined): Promise<GrantedReport | undefined> {
  const known = takeTabStored('shared-report')
  if (password === undefined && known['secret'] === secret && typeof known['grant'] === 'string') {
    const shown = await readReport(secret, known['grant']).catch(ignoreEndedGrant)
    if (shown !== undefined) return shown
  }
  const { grant } = await call(publicReport.open, { body: { secret, ...(password !== undefined && { password }) } })
  return grant === null ? undefined : readReport(secret, grant)
}

async function readReport(secret: string, grant: string): Promise<GrantedReport> {
  const report = await call(publicReport.read, { query: { grant } })
  writeTabStored('shared-report', JSON.stringify({ secret, grant }))
  return { report, grant }
}

function ignoreEndedGrant(error: unknown) {
  if (isNotFound(error)) return undefined
  throw error
}

export const isNotFound = (error: unknown) => error instanceof ApiError && error.code === 'not-found'
