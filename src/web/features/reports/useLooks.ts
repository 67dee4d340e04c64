import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CURATED_COLORS } from '#core/color.ts'
import { type AttributeDimension, isCalendarDimension } from '#core/report/dimensions.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useTheme } from '#web/ui/theme.ts'
import { formatCalendarKey } from './calendar-text.ts'
import type { GroupLabel } from './look.ts'
import type { Dimension } from './queries.ts'

const NO_COLOR = '#64748b'
/** Neighbours are to differ: 5 and 12 have nothing in common. */
const COLOR_STEP = 5

/** How everything is called and coloured that time is withDistinctColors apart by. */
export function useGroupLabels(today: string) {
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
    return (dimension: Dimension, key: string | null): GroupLabel => {
      if (isCalendarDimension(dimension))
        return { key, name: formatCalendarKey(dimension, key ?? '', language, today), color }
      if (key === null) return { key, name: none[dimension], color: NO_COLOR }
      // Something may be gone before its time is.
      const { name = t('reports.unknown'), color: own = NO_COLOR } = known[dimension].get(key) ?? {}
      return { key, name, color: own }
    }
  }, [projects, clients, tasks, tags, t, language, color, today])
}

export type GetGroupLabel = ReturnType<typeof useGroupLabels>

/** A task has no colour of its own. */
const colorAt = (index: number) => CURATED_COLORS[(index * COLOR_STEP) % CURATED_COLORS.length]![0]

interface Colored {
  id: string
  name: string
  color: string
}

/** Who chose no colour has that of all others who did not: in a chart all but the first borrow one that nobody has. */
export function withDistinctColors<Item extends Colored>(items: readonly Item[] = []): Item[] {
  const free = CURATED_COLORS.map((_, index) => colorAt(index)).filter(
    (color) => !items.some((item) => item.color === color),
  )
  const taken = new Set<string>()
  return items.map((item) => {
    const color = taken.has(item.color) ? (free.shift() ?? item.color) : item.color
    taken.add(item.color)
    return { ...item, color }
  })
}

const byId = (items: readonly Colored[] = []) => new Map(items.map((item) => [item.id, item]))
