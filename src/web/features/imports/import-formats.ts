import type { ImportFormat } from '#contract/files/imports.ts'

/** Product names, which are the same in every language. */
export const FORMAT_NAMES: Record<Exclude<ImportFormat, 'other'>, string> = {
  toggl: 'Toggl Track',
  clockify: 'Clockify',
  kimai: 'Kimai',
  solidtime: 'solidtime',
  harvest: 'Harvest',
  'super-productivity': 'Super Productivity',
  watson: 'Watson',
  timewarrior: 'Timewarrior',
  timetagger: 'TimeTagger',
  timeclock: 'hledger, ledger',
  'org-mode': 'Org mode',
  jira: 'Jira',
  tempo: 'Tempo',
  redmine: 'Redmine',
  pomofocus: 'Pomofocus',
  forest: 'Forest',
  atimelogger: 'aTimeLogger',
  'simple-time-tracker': 'Simple Time Tracker',
  icalendar: 'iCalendar',
  activitywatch: 'ActivityWatch',
  ritmo: 'Ritmo',
}

/** In the order of the list on the page. */
export const FORMATS = [...(Object.keys(FORMAT_NAMES) as (keyof typeof FORMAT_NAMES)[]), 'other'] as const
