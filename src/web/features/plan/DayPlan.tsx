import { useEffect, useMemo } from 'react'
import { forecastPlan } from '#core/tasks/day-plan.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { useTimer } from '#web/features/timer/queries.ts'
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
  /** The work phases that the active run has still to do. */
  running: readonly PlannedWork[]
  /** Called with these and the sessions of the plan, which the ribbon shows. */
  onForecast: (planned: readonly PlannedWork[] | undefined) => void
}

/** The plan of today, below the ribbon. */
export function DayPlan({ running, onForecast }: DayPlanProps) {
  const { t, language } = useTranslation()
  const plan = useDayPlan()
  const planned = useForecast(plan, running)
  useEffect(() => {
    onForecast(planned)
    return () => onForecast(undefined)
  }, [planned, onForecast])
  if (plan.items.length === 0) return null
  const end = planned.at(-1)?.end
  const left = end !== undefined && { count: planned.length, time: formatTime(end, language) }
  return (
    <Panel title={t('plan.title')} hint={left ? t('plan.left', left) : t('plan.allDone')} className="@container">
      <PlanList plan={plan} />
    </Panel>
  )
}

/** The sessions of the active run and of the plan. The forecast moves on with every minute. */
function useForecast({ items }: ReturnType<typeof useDayPlan>, running: readonly PlannedWork[]) {
  const minute = useTimer(({ now }) => Math.floor(now / MINUTE_MS) * MINUTE_MS)
  const { workDuration, breakDuration } = useTimer(({ selection }) => selection)
  const taskId = useTimer(({ view }) => (view.status === 'idle' ? null : (view.subject?.taskId ?? null)))
  return useMemo(() => {
    const lengths = { workMs: workDuration * MINUTE_MS, breakMs: breakDuration * MINUTE_MS }
    const last = running.at(-1)
    const from = last === undefined ? minute : last.end + lengths.breakMs
    const sessions = forecastPlan(items, { from, ...lengths, active: { taskId, sessions: running.length } })
    return [...running, ...sessions.map(({ task: { project }, segment: [start, end] }) => ({ start, end, project }))]
  }, [items, running, minute, workDuration, breakDuration, taskId])
}
