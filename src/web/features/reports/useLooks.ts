import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CURATED_COLORS } from '#core/color.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useTheme } from '#web/ui/theme.ts'
import { isCalendar, tellKey } from './calendar-text.ts'
import type { Look } from './look.ts'
import type { Dimension } from './queries.ts'

const NO_COLOR = '#64748b'
/** Neighbours are to differ: 5 and 12 have nothing in common. */
const COLOR_STEP = 5

/** How everything is called and coloured that time is told apart by. */
export function useLooks(today: string) {
  const { t, language } = useTranslation()
  const { color } = useTheme()
  const { data: projects } = useQuery(projectList.query)
  const { data: clients } = useQuery(clientList.query)
  const { data: tasks } = useQuery(taskList.query)
  const { data: tags } = useQuery(tagList.query)

  return useMemo(() => {
    const known = {
      project: byId(told(projects)),
      client: byId(told(clients)),
      task: byId(tasks?.map((task, index) => ({ ...task, color: colorAt(index) }))),
      tag: byId(told(tags)),
    }
    const none = {
      project: t('reports.unknown'),
      client: t('reports.filter.noClient'),
      task: t('reports.filter.noTask'),
      tag: t('reports.filter.noTag'),
    }
    return (dimension: Dimension, key: string | null): Look => {
      if (isCalendar(dimension)) return { key, name: tellKey(dimension, key ?? '', language, today), color }
      if (key === null) return { key, name: none[dimension], color: NO_COLOR }
      // Something may be gone before its time is.
      const { name = t('reports.unknown'), color: own = NO_COLOR } = known[dimension].get(key) ?? {}
      return { key, name, color: own }
    }
  }, [projects, clients, tasks, tags, t, language, color, today])
}

export type LookOf = ReturnType<typeof useLooks>

/** A task has no colour of its own. */
const colorAt = (index: number) => CURATED_COLORS[(index * COLOR_STEP) % CURATED_COLORS.length]![0]

interface Colored {
  id: string
  name: string
  color: string
}

/** Who chose no colour has that of all others who did not: in a chart all but the first borrow one that nobody has. */
export function told<Item extends Colored>(items: readonly Item[] = []): Item[] {
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
