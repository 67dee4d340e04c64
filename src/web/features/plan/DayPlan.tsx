import { useEffect, useMemo } from 'react'
import { forecastPlan } from '#core/tasks/forecast.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { configOf, useAutoStart, useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { PlanList } from './PlanList.tsx'
import { useDayPlan } from './useDayPlan.ts'

interface PlannedWork {
  start: number
  end: number
  project: string
}

interface DayPlanProps {
  /** Called with the sessions of the active run and of the plan, which the ribbon shows; undefined without a plan. */
  onForecast: (planned: readonly PlannedWork[] | undefined) => void
}

/** The plan of today, below the ribbon. */
export function DayPlan({ onForecast }: DayPlanProps) {
  const { t, language } = useTranslation()
  const plan = useDayPlan()
  const { planned, isEarliest } = useForecast(plan)
  const isEmpty = plan.items.length === 0
  useEffect(() => {
    onForecast(isEmpty ? undefined : planned)
    return () => onForecast(undefined)
  }, [isEmpty, planned, onForecast])
  if (isEmpty) return null
  const end = planned.at(-1)?.end
  const left = end !== undefined && { count: planned.length, time: formatTime(end, language) }
  return (
    <Panel
      title={t('plan.title')}
      hint={left ? t(isEarliest ? 'plan.leftOrLater' : 'plan.left', left) : t('plan.allDone')}
      className="@container"
    >
      <PlanList plan={plan} />
    </Panel>
  )
}

/** The sessions of the active run and of the plan. The forecast moves on with every minute. */
function useForecast({ items }: ReturnType<typeof useDayPlan>) {
  const view = useTimer(({ view }) => view)
  const minute = useTimer(({ now }) => Math.floor(now / MINUTE_MS) * MINUTE_MS)
  const selection = useTimer(({ selection }) => selection)
  const autoStart = useAutoStart()
  return useMemo(() => {
    const now = Math.max(minute, view.lastAt)
    const options = { now, state: view, config: configOf(selection), autoStart }
    const { sessions, isEarliest } = forecastPlan(items, options)
    const active = view.subject?.projectId ?? ''
    const planned = sessions.map(({ task, segment: [start, end] }) => ({
      start,
      end,
      project: task?.project ?? active,
    }))
    return { planned, isEarliest }
  }, [items, view, minute, selection, autoStart])
}
