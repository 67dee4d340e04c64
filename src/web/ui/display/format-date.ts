import type { DateOrder } from '#core/formats.ts'
import * as core from '#core/writing/format-date.ts'
import { currentFormats } from '#web/i18n/formats.ts'

export { type DateParts, LONG_DATE, SHORT_DATE } from '#core/writing/format-date.ts'

/** Writes parts of a calendar date (`YYYY-MM-DD`) in the order of the account: "17 November" or "November 17". */
export const formatDate = (
  date: string,
  language: string,
  parts: core.DateParts,
  order: DateOrder = currentFormats().dateOrder,
) => core.formatDate(date, language, parts, order)

/** Writes a range of calendar dates, both included. */
export const formatDateRange = (
  range: core.DateRange,
  language: string,
  parts: core.DateParts,
  order: DateOrder = currentFormats().dateOrder,
) => core.formatDateRange(range, language, parts, order)
