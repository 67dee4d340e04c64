import type { ImportFormat } from '#contract/imports.ts'

/** What is called by a name, the same everywhere. */
export const FORMAT_NAMES: Record<Exclude<ImportFormat, 'other'>, string> = {
  toggl: 'Toggl Track',
  clockify: 'Clockify',
  kimai: 'Kimai',
  solidtime: 'solidtime',
  harvest: 'Harvest',
  ritmo: 'Ritmo',
}

/** In the order in which they are offered. */
export const FORMATS = [...(Object.keys(FORMAT_NAMES) as (keyof typeof FORMAT_NAMES)[]), 'other'] as const
