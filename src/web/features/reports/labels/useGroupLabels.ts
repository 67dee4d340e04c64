import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CURATED_COLORS } from '#core/color.ts'
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
/** Keeps the colours of neighbours apart; it has no divisor in common with the 12 colours, so all of them are used. */
const COLOR_STEP = 5

/** Returns the function that names and colours the groups of a report. */
export function useGroupLabels(today: string): GetGroupLabel {
  const { t, language } = useTranslation()
  const { color } = useTheme()
  const { data: projects } = useQuery(projectList.query)
  const { data: clients } = useQuery(clientList.query)
  const { data: tasks } = useQuery(taskList.query)
  const { data: tags } = useQuery(tagList.query)

  return useMemo(() => {
    const known: Record<AttributeDimension, ReadonlyMap<string, Colored>> = {
      project: byId(withDistinctColors(projects)),
      client: byId(withDistinctColors(clients)),
      task: byId(tasks?.map((task, index) => ({ ...task, color: colorAt(index) }))),
      tag: byId(withDistinctColors(tags)),
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
      // A deleted item may still be in a report that was loaded before.
      const { name = t('reports.unknown'), color: own = NO_COLOR } = known[dimension].get(key) ?? {}
      return { key, name, color: own }
    }
  }, [projects, clients, tasks, tags, t, language, color, today])
}

/** Tasks have no stored colour, so they get one by their position. */
const colorAt = (index: number) => CURATED_COLORS[(index * COLOR_STEP) % CURATED_COLORS.length]![0]

interface Colored {
  id: string
  name: string
  color: string
}

/**
 * Items whose colour was never chosen share the default one. All but the first get an unused colour, so that they differ
 * in a chart.
 */
export function withDistinctColors<Item extends Colored>(items: readonly Item[] = []): Item[] {
  const unusedColors = CURATED_COLORS.map((_, index) => colorAt(index)).filter(
    (color) => !items.some((item) => item.color === color),
  )
  const usedColors = new Set<string>()
  return items.map((item) => {
    const color = usedColors.has(item.color) ? (unusedColors.shift() ?? item.color) : item.color
    usedColors.add(item.color)
    return { ...item, color }
  })
}

const byId = (items: readonly Colored[] = []) => new Map(items.map((item) => [item.id, item]))
