import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '#core/time/units.ts'
import type { SharedReportRow } from '#server/features/shared-reports/queries.ts'

/** How long a page shows its report without opening the link again. */
const MAX_GRANT_AGE_MS = HOUR_MS

type Link = Pick<SharedReportRow, 'secret_hash' | 'password_hash'>

/**
 * Grants of the form `expiry.link.signature`, which open the report of one link and nothing else. None is stored. The
 * signature covers the password, so that another password ends the grants that the former one has opened.
 */
export function createReportGrants(sessionSecret: string, now: () => number) {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'shared report grants', 32))
  const signatureOf = (expiry: string, { secret_hash, password_hash }: Link) =>
    createHmac('sha256', key)
      .update(JSON.stringify([expiry, secret_hash, password_hash]))
      .digest('base64url')

  return {
    create(link: Link) {
      const expiry = String(now() + MAX_GRANT_AGE_MS)
      return `${expiry}.${link.secret_hash}.${signatureOf(expiry, link)}`
    },

    /** The hash of the link's secret. It proves nothing. */
    linkOf: (grant: string) => grant.split('.')[1] ?? '',

    isValid(grant: string, link: Link) {
      const [expiry = '', , signature = ''] = grant.split('.')
      const [expected, given] = [Buffer.from(signatureOf(expiry, link)), Buffer.from(signature)]
      return given.length === expected.length && timingSafeEqual(given, expected) && Number(expiry) > now()
    },
  }
}

export type ReportGrants = ReturnType<typeof createReportGrants>
