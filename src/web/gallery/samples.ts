import { MINUTE_MS } from '#core/time/units.ts'
import { type Mutation, MUTATION } from '#web/sync/mutations.ts'
import type { NewOperation } from '#web/sync/operation.ts'
import type { BarColumn } from '#web/ui/charts/bar-column.ts'
import type { TimelineSegment } from '#web/ui/charts/DayTimeline.tsx'
import type { Option } from '#web/ui/options/OptionItem.tsx'

export const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const

export const PROJECTS: Option[] = [
  { id: 'atlas', label: 'Atlas redesign', color: '#0f766e', hint: 'Northwind' },
  { id: 'helio', label: 'Helio API', color: '#d97706', hint: 'Helio Energy' },
  { id: 'admin', label: 'Studio admin', color: '#7c5cd6' },
  { id: 'notes', label: 'Field notes', color: '#3b82f6' },
  { id: 'workshop', label: 'Workshop prep', color: '#db4a7b', hint: 'Northwind' },
]

export const TAGS: Option[] = [
  { id: 'design', label: 'design', color: '#7c3aed' },
  { id: 'deep', label: 'deep work', color: '#0284c7' },
  { id: 'backend', label: 'backend', color: '#d97706' },
  { id: 'billing', label: 'billing', color: '#33d17a' },
]

// prettier-ignore
const WEEK: [label: string, title: string, minutes: number[]][] = [
  ['Mon 9', 'Monday 9', [150, 60, 30, 25, 0]],
  ['Tue 10', 'Tuesday 10', [190, 85, 25, 40, 20]],
  ['Wed 11', 'Wednesday 11', [165, 110, 40, 35, 45]],
  ['Thu 12', 'Thursday 12', [130, 95, 55, 0, 70]],
  ['Fri 13', 'Friday 13', [145, 75, 60, 45, 0]],
  ['Sat 14', 'Saturday 14', [50, 0, 0, 45, 0]],
  ['Sun 15', 'Sunday 15', [0, 60, 30, 0, 0]],
]

export const BAR_COLUMNS: BarColumn[] = WEEK.map(([label, title, minutes], day) => ({
  id: label,
  label,
  title,
  milliseconds: minutes.reduce((sum, each) => sum + each) * MINUTE_MS,
  isCurrent: day === 4,
  parts: PROJECTS.map(({ id, label: name, color = '' }, index) => ({
    id,
    label: name,
    color,
    milliseconds: (minutes[index] ?? 0) * MINUTE_MS,
  })),
}))

export const SHARES = [830, 485, 240, 190, 135].map((minutes, index) => ({
  id: PROJECTS[index]?.id ?? '',
  label: PROJECTS[index]?.label ?? '',
  color: PROJECTS[index]?.color ?? '',
  value: minutes * MINUTE_MS,
}))

/** Twenty-six weeks of tracked time: much on Tuesdays, little on weekends, a holiday in week ten. */
export const DAYS = Array.from({ length: 25 * 7 + 1 }, (_, index) => {
  const weekday = index % 7
  const week = Math.floor(index / 7)
  const wave = Math.abs(Math.sin(index * 12.9898) * 43.7585) % 1
  const strength = weekday > 4 ? 0.25 : weekday === 1 ? 1 : 0.8
  const isHoliday = week === 9 || week === 10
  const date = new Date(Date.UTC(2026, 4, 25) + index * 86_400_000).toISOString().slice(0, 10)
  return { date, milliseconds: isHoliday || wave < 0.12 ? 0 : Math.round(wave * strength * 480) * MINUTE_MS }
})

/** Segments of a day, by the quarters of an hour in which they start and end. */
export const TIMELINE_DAY = new Date(2026, 10, 16)
export const TIMELINE_SEGMENTS: TimelineSegment[] = [
  [32, 39],
  [40, 50],
  [54, 61],
  [62, 64],
  [66, 74],
].map(([from = 0, to = 0], index) => ({
  start: TIMELINE_DAY.getTime() + from * 15 * MINUTE_MS,
  end: TIMELINE_DAY.getTime() + to * 15 * MINUTE_MS,
  name: PROJECTS[index]?.label ?? '',
  color: PROJECTS[index]?.color ?? '',
}))

/** A change of a project that was not sent yet. */
export const UNSENT_OPERATION: NewOperation<Mutation> = {
  id: 'unsent',
  kind: MUTATION,
  items: ['notes'],
  payload: { list: 'projects', requests: [], optimisticPatch: { notes: {} }, failure: 'projects.failed.update' },
}
