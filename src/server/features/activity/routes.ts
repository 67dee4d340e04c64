import type { FastifyInstance } from 'fastify'
import { type Activity, activity } from '#contract/activity.ts'
import { addDays, addMonths, startOfMonth, startOfWeek } from '#core/time/time-zone.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { type Range, sumActivity } from './queries.ts'

const WEEKS = 12

export function activityRoutes(app: FastifyInstance, services: Services) {
  const { now, questions } = services

  serve(app, services, activity.list, async ({ session: { userId }, query: { by, zone, weekStart }, request }) => {
    const activities = new Map<string, Activity>()
    const rows = await questions.ask({ userId, request }, (reader) =>
      sumActivity(reader, userId, by, rangesAt(now(), zone, weekStart)),
    )
    for (const { id, range_index: index, milliseconds } of rows) {
      const item = activities.get(id) ?? { id, month: 0, weeks: Array<number>(WEEKS).fill(0) }
      if (index === WEEKS) item.month = milliseconds
      else item.weeks[index] = milliseconds
      activities.set(id, item)
    }
    return [...activities.values()]
  })
}

/** The last weeks, the present one last, followed by the present month. */
function rangesAt(now: number, zone: string, weekStart: number): Range[] {
  const week = startOfWeek(now, zone, weekStart)
  const weeks = Array.from({ length: WEEKS }, (_, index) => ({
    from: addDays(week, 7 * (index + 1 - WEEKS), zone),
    to: addDays(week, 7 * (index + 2 - WEEKS), zone),
  }))
  return [...weeks, { from: startOfMonth(now, zone), to: addMonths(now, 1, zone) }]
}
