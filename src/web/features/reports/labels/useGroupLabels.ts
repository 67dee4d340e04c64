import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DISTINCT_COLORS } from '#core/color.ts'
import { type AttributeDimension, isCalendarDimension } from '#core/report/dimensions.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import { formatCalendarKey } from './calendar-text.ts'
import type { GetGroupLabel } from './group-label.ts'

const NO_COLOR = '#64748b'

/** Returns the function that names and colours the groups of a report. */
export function useGroupLabels(today: string): GetGroupLabel {
  const { t, language } = useTranslation()
  const { color } = useTheme()
  const { data: projects } = useQuery(projectList.query)
  const { data: clients } = useQuery(clientList.query)
  const { data: tasks } = useQuery(taskList.query)
  const { data: tags } = useQuery(tagList.query)

  return useMemo(() => {
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
  }, [projects, clients, tasks, tags, t, language, color, today])
}

/** Tasks have no stored colour, so they get one by the order of their creation. */
const colorAt = (index: number) => DISTINCT_COLORS[index % DISTINCT_COLORS.length]!

interface Colored {
  id: string
  name: string
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
