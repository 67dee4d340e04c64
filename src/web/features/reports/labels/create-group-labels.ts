import { DISTINCT_COLORS } from '#core/color.ts'
import { type AttributeDimension, isCalendarDimension } from '#core/report/dimensions.ts'
import type { Translate } from '#web/i18n/i18n.ts'
import { formatCalendarKey } from './calendar-text.ts'
import type { GetGroupLabel } from './group-label.ts'

const NO_COLOR = '#64748b'

interface KnownItems {
  projects: readonly Colored[] | undefined
  clients: readonly Colored[] | undefined
  tasks: readonly Named[] | undefined
  tags: readonly Colored[] | undefined
}

interface LabelContext {
  t: Translate
  language: string
  /** Of the calendar. */
  color: string
  today: string
}

/** Returns the function that names and colours the groups of a report by lists of their items. */
export function createGroupLabels(
  { projects, clients, tasks, tags }: KnownItems,
  { t, language, color, today }: LabelContext,
): GetGroupLabel {
  const known: Record<AttributeDimension, ReadonlyMap<string, Colored> | undefined> = {
    project: projects && byId(projects),
    client: clients && byId(withDistinctColors(clients)),
    task: tasks && byId(tasks.toSorted(byCreation).map((task, index) => ({ ...task, color: colorAt(index) }))),
    tag: tags && byId(withDistinctColors(tags)),
  }
  const none: Record<AttributeDimension, string> = {
    project: t('reports.unknown'),
    client: t('reports.filter.noClient'),
    task: t('reports.filter.noTask'),
    tag: t('reports.filter.noTag'),
  }
  return (dimension, key) => {
    if (isCalendarDimension(dimension))
      return { key, name: formatCalendarKey(dimension, key ?? '', language, today), color }
    if (key === null) return { key, name: none[dimension], color: NO_COLOR }
    // A deleted item may still be in a report that was loaded before. Without its list an item is only unknown.
    const unknown = known[dimension] === undefined ? '…' : t('reports.unknown')
    const { name = unknown, color: own = NO_COLOR } = known[dimension]?.get(key) ?? {}
    return { key, name, color: own }
  }
}

/** Tasks have no stored colour, so they get one by the order of their creation. */
const colorAt = (index: number) => DISTINCT_COLORS[index % DISTINCT_COLORS.length]!

interface Named {
  id: string
  name: string
}

interface Colored extends Named {
  color: string
}

/**
 * Clients or tags whose colour was never chosen share the default one. All but the oldest get an unused colour, so that
 * they differ in a chart; their ids are in order of creation, so that each keeps its colour when others are added.
 * Projects are known by their colours and always have their own.
 */
export function withDistinctColors<Item extends Colored>(items: readonly Item[]): Item[] {
  const unusedColors = DISTINCT_COLORS.filter((color) => !items.some((item) => item.color === color))
  const usedColors = new Set<string>()
  return items.toSorted(byCreation).map((item) => {
    const color = usedColors.has(item.color) ? (unusedColors.shift() ?? item.color) : item.color
    usedColors.add(item.color)
    return { ...item, color }
  })
}

const byCreation = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

const byId = (items: readonly Colored[]) => new Map(items.map((item) => [item.id, item]))
