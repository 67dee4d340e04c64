export const STATUS_FIELDS = [
  'icon',
  'status',
  'mode',
  'elapsed',
  'remaining',
  'project',
  'task',
  'tags',
  'note',
  'session',
  'sessions',
  'today',
] as const
export type StatusField = (typeof STATUS_FIELDS)[number]

/** Shows a part in square brackets only if the fields in it have values. */
export const DEFAULT_STATUS_LINE = '{icon} [{elapsed}][ {project}][ › {task}]'

const FIELD = /\{(\w*)\}/g

/** Returns the first name in braces that is no field. */
export const findUnknownField = (template: string) =>
  [...template.matchAll(FIELD)].map(([, name = '']) => name).find((name) => !isField(name))

const isField = (name: string): name is StatusField => STATUS_FIELDS.some((field) => field === name)

/** Writes the values into the template. A part in square brackets is left out if a field in it is empty. */
export function renderStatusLine(template: string, values: Readonly<Record<StatusField, string>>): string {
  const valueOf = (name: string) => (isField(name) ? values[name] : '')
  const fill = (text: string) => text.replaceAll(FIELD, (_, name: string) => valueOf(name))
  const hasEmptyField = (text: string) => [...text.matchAll(FIELD)].some(([, name = '']) => valueOf(name) === '')
  // Values may contain brackets, so both are filled in one pass over the template.
  return template
    .split(/\[([^[\]]*)\]/)
    .map((part, index) => (index % 2 === 1 && hasEmptyField(part) ? '' : fill(part)))
    .join('')
    .trim()
}
