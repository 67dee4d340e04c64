import type { DurationFormat } from '#core/formats.ts'
import * as core from '#core/writing/format-duration.ts'
import { currentFormats } from '#web/i18n/formats.ts'

/** The figures of a duration with their units, in the format of the account. */
export const durationParts = (milliseconds: number, language: string) =>
  core.durationParts(milliseconds, language, currentFormats().duration)

/** "2 h 05 m", "2:05" or "2.08 h"; "40 s" if it is less than a minute. */
export const formatDuration = (
  milliseconds: number,
  language: string,
  format: DurationFormat = currentFormats().duration,
) => core.formatDuration(milliseconds, language, format)

/** The same without minutes of a full hour: "6 h". */
export const formatWholeDuration = (milliseconds: number, language: string) =>
  formatDuration(milliseconds, language).replace(/ 00.*$/, '')
