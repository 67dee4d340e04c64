import type { FastifyInstance } from 'fastify'
import { goals } from '#contract/goals/goals.ts'
import { setGoal } from '#core/goals/goals.ts'
import { dateOf } from '#core/time/time-zone.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { assertFound } from '#server/errors.ts'
import { hasProject } from '#server/features/projects/queries.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { readProgress } from './progress.ts'
import { listGoals, listGoalsOf, replaceGoals } from './queries.ts'

export function goalRoutes(app: FastifyInstance, services: Services) {
  const { db, now, quotas, questions } = services

  serve(app, services, goals.list, ({ session }) => listGoals(db, session.userId))

  serve(app, services, goals.set, async ({ session: { userId }, body }) => {
    const all = await withUserLock(db, userId, async (db) => {
      await checkProject(db, userId, body.project)
      const history = await listGoalsOf(db, userId, body.project)
      const changed = setGoal(history, body)
      if (changed.length > history.length) await quotas.checkRecord(db, userId, 'goals')
      await replaceGoals(db, userId, body.project, changed)
      return listGoals(db, userId)
    })
    services.announceChange(userId, 'goals')
    return all
  })

  serve(app, services, goals.progress, async ({ session: { userId }, query, request }) => {
    const { project = null, zone } = query
    await checkProject(db, userId, project)
    return questions.ask({ userId, request }, async (reader) =>
      readProgress(reader, userId, {
        ...query,
        project,
        today: dateOf(now(), zone),
        history: await listGoalsOf(reader, userId, project),
      }),
    )
  })
}

async function checkProject(db: Db, userId: string, project: string | null) {
  if (project !== null) assertFound((await hasProject(db, userId, project)) || undefined, 'projectNotFound')
}
