import type { Formats } from '#core/formats.ts'
import * as core from '#core/writing/format-time.ts'
import { currentFormats } from '#web/i18n/formats.ts'

/** The time of day in the format of the account: "09:05" or "9:05 am". */
export const formatTime = (at: number | string, language: string, format: core.TimeFormat = currentFormats()) =>
  core.formatTime(at, language, format)

/** A full hour of the day: "09:00" or "9 am". */
export const formatHour = (hour: number, language: string, clock: Formats['clock'] = currentFormats().clock) =>
  core.formatHour(hour, language, clock)
