import type { ImportFormat } from '#core/import/import-model.ts'

/**
 * An entry as a file states it. Times are ISO 8601, with an offset or as local times. Text that is no time becomes a
 * problem of the row, so that nothing is left out without a reason.
 */
export interface FormatEntry {
  /** The line of the text, or the number of the record, from 1. */
  line: number
  /** A date alone if the file has no time of day. */
  start: string
  end?: string | undefined
  /** Worked time: instead of an end, or without pauses. */
  milliseconds?: number | undefined
  client?: string | undefined
  project?: string | undefined
  task?: string | undefined
  /** Names, or a cell in which a table joins them. */
  tags?: readonly string[] | string | undefined
  notes?: string | undefined
  /** Whose entry it is: an email address or a name. */
  person?: string | undefined
  /** The id of an entry of Ritmo. */
  entry?: string | undefined
  /** The times between pauses. */
  segments?: readonly (readonly [start: string, end: string])[] | undefined
  /** `None`: the milliseconds are exact. */
  rounding?: 'None'
}

export type EntryField = Exclude<keyof FormatEntry, 'line'>

/** A kind of file that is no table: how it is recognised, and the entries in it. */
export interface FileFormat<Content> {
  name: Exclude<ImportFormat, 'other'>
  /** The fields that its entries can have; they become the columns of its table. */
  fields: readonly EntryField[]
  /** True if its entries were not recorded by the user, who has to accept them. */
  isSuggestion?: boolean
  recognizes: (content: Content) => boolean
  read: (content: Content) => Iterable<FormatEntry>
}

export interface TextFile {
  name: string
  /** For recognition the first characters are enough. */
  text: string
}

/** The files of an archive. */
export interface Archive {
  names: readonly string[]
  /** The text of a file; undefined if there is none of this name. */
  readText: (name: string) => string | undefined
}
