import { ACTIVITYWATCH } from './activitywatch.ts'
import type { Archive, FileFormat, TextFile } from './format.ts'
import { ICALENDAR } from './icalendar.ts'
import { JIRA_WORKLOGS, TEMPO_WORKLOGS } from './jira-worklogs.ts'
import { ORG_MODE } from './org-mode.ts'
import { RITMO_JSON } from './ritmo-json.ts'
import { SOLIDTIME_ARCHIVE } from './solidtime-archive.ts'
import { SUPER_PRODUCTIVITY } from './super-productivity.ts'
import { TIMECLOCK } from './timeclock.ts'
import { TIMETAGGER_JSON, TIMETAGGER_TABLE } from './timetagger.ts'
import { TIMEWARRIOR_DATA, TIMEWARRIOR_JSON } from './timewarrior.ts'
import { WATSON } from './watson.ts'

/** A file is of the first format that recognises it. */
export const JSON_FORMATS: readonly FileFormat<unknown>[] = [
  RITMO_JSON,
  SUPER_PRODUCTIVITY,
  WATSON,
  TIMEWARRIOR_JSON,
  TIMETAGGER_JSON,
  JIRA_WORKLOGS,
  TEMPO_WORKLOGS,
  ACTIVITYWATCH,
]

export const TEXT_FORMATS: readonly FileFormat<TextFile>[] = [
  ICALENDAR,
  TIMEWARRIOR_DATA,
  TIMECLOCK,
  TIMETAGGER_TABLE,
  ORG_MODE,
]

export const ARCHIVE_FORMATS: readonly FileFormat<Archive>[] = [SOLIDTIME_ARCHIVE]

export type ContentKind = 'zip' | 'old-workbook' | 'json' | 'text'

/** First bytes, in hexadecimal: ZIP (also Excel), and the container of old or encrypted workbooks. */
const SIGNATURES: [bytes: string, kind: ContentKind][] = [
  ['504b0304', 'zip'],
  ['504b0506', 'zip'],
  ['d0cf11e0', 'old-workbook'],
]

export const kindOfBytes = (hex: string) => SIGNATURES.find(([bytes]) => hex.startsWith(bytes))?.[1]

/** Undefined for a table of text. `file` has the beginning of the text. */
export function kindOfText(file: TextFile): ContentKind | undefined {
  if (/^[\s\uFEFF]*[[{]/.test(file.text)) return 'json'
  return TEXT_FORMATS.some((format) => format.recognizes(file)) ? 'text' : undefined
}
