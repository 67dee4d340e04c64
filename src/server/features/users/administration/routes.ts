import type { FastifyInstance } from 'fastify'
import {
  administration,
  maintenance as maintenanceApi,
  USER_QUOTAS,
  type UserQuotas,
} from '#contract/administration/administration.ts'
import type { Config } from '#server/config.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/errors.ts'
import { reauthenticate } from '#server/features/users/credentials/authenticate.ts'
import { requireUser } from '#server/features/users/queries.ts'
import { requirePasswordSignIn } from '#server/features/users/sign-in/password-sign-in.ts'
import { type Services, serve, type Session } from '#server/http/serve.ts'
import type { ArchiveWriter } from './account-archives.ts'
import * as accounts from './accounts.ts'
import { type Actor, listActions } from './audit-log.ts'
import { deleteAccount } from './delete-account.ts'
import { createInvitation, listInvitations, revokeInvitation } from './invitations.ts'
import { createAdministratorServer, type ServeAdministrators } from './serve-administrators.ts'
import { endMaintenance, type MaintenanceWatch, startMaintenance } from './maintenance.ts'
import { listUsers } from './user-list.ts'

interface Options {
  config: Pick<Config, 'publicUrl' | 'deletedAccounts' | 'passwordSignIn'>
  maintenance: MaintenanceWatch
  archiveWriter: ArchiveWriter
}

export function administrationRoutes(app: FastifyInstance, services: Services, options: Options) {
  const serveAdministrators = createAdministratorServer(app, services)
  accountRoutes(serveAdministrators, services, options.config)
  confirmedRoutes(serveAdministrators, services, options)
  invitationRoutes(serveAdministrators, services, options)
  maintenanceRoutes(serveAdministrators, services, options)
  const { db, maintenance } = { ...services, ...options }
  serveAdministrators(administration.listActions, ({ query }) => listActions(db, query))
  serve(app, services, maintenanceApi.read, async () => maintenance.current())
}

function accountRoutes(
  serveAdministrators: ServeAdministrators,
  services: Services,
  { passwordSignIn }: Options['config'],
) {
  const { db, now, questions, quotas, disconnect } = services

  serveAdministrators(administration.listUsers, async ({ session, query, request }) => {
    const page = await questions.ask({ userId: session.userId, request }, (reader) => listUsers(reader, query, now()))
    return { ...page, defaultQuotas: toUserQuotas(quotas.siteLimits) }
  })
  serveAdministrators(administration.disableUser, async ({ params }, actor) => {
    rejectOwnAccount(params.id, actor)
    disconnect(await accounts.disableUser(db, { actor, userId: params.id, now: now() }), 'disabled')
    return null
  })
  serveAdministrators(administration.enableUser, async ({ params }, actor) => {
    await accounts.enableUser(db, { actor, userId: params.id, now: now() })
    return null
  })
  serveAdministrators(administration.signOutUser, async ({ params }, actor) => {
    disconnect(await accounts.signOutUser(db, { actor, userId: params.id, now: now() }))
    return null
  })
  serveAdministrators(administration.resetPassword, async ({ params }, actor) => {
    requirePasswordSignIn({ password: passwordSignIn })
    await accounts.sendPasswordReset(db, { actor, userId: params.id, now: now() })
    return null
  })
  serveAdministrators(administration.setQuotas, async ({ params, body }, actor) => {
    await accounts.setQuotas(db, { actor, userId: params.id, now: now() }, body)
    quotas.forgetLimits(params.id)
    return null
  })
}

/** Actions that need more than the session of an administrator, which somebody may have stolen. */
function confirmedRoutes(serveAdministrators: ServeAdministrators, services: Services, options: Options) {
  const { db, now, disconnect } = services
  const { config, archiveWriter } = options

  async function confirmIdentity({ session, body: { password } }: ConfirmedInput) {
    await reauthenticate(services, session, await requireUser(db, session), { password, field: 'password' })
  }

  serveAdministrators(administration.addAdministrator, async (input, actor) => {
    await confirmIdentity(input)
    await accounts.addAdministrator(db, { actor, userId: input.params.id, now: now() })
    return null
  })
  serveAdministrators(administration.removeAdministrator, async (input, actor) => {
    await confirmIdentity(input)
    await accounts.removeAdministrator(db, { actor, userId: input.params.id, now: now() })
    return null
  })
  serveAdministrators(administration.deleteUser, async (input, actor) => {
    const { id: userId } = input.params
    rejectOwnAccount(userId, actor)
    await confirmIdentity(input)
    const { folder } = config.deletedAccounts
    const endSockets = (ended: string[]) => disconnect(ended, 'disabled')
    await deleteAccount(db, { actor, userId, now, writer: archiveWriter, folder, disconnect: endSockets })
    input.request.log.info({ userId }, 'account deleted')
    return null
  })
}

interface ConfirmedInput {
  session: Session
  body: { password?: string | undefined }
}

function invitationRoutes(serveAdministrators: ServeAdministrators, { db, now }: Services, { config }: Options) {
  serveAdministrators(administration.listInvitations, () => listInvitations(db))
  serveAdministrators(administration.invite, ({ body }, actor) =>
    transact(db, (db) => createInvitation(db, actor, body, { now: now(), publicUrl: config.publicUrl })),
  )
  serveAdministrators(administration.revokeInvitation, async ({ params }, actor) => {
    await transact(db, (db) => revokeInvitation(db, actor, params.id, now()))
    return null
  })
}

function maintenanceRoutes(serveAdministrators: ServeAdministrators, { db, now }: Services, { maintenance }: Options) {
  serveAdministrators(administration.startMaintenance, async ({ body }, actor) => {
    await transact(db, (db) => startMaintenance(db, actor, body.message, now()))
    await maintenance.refresh()
    return maintenance.current()
  })
  serveAdministrators(administration.endMaintenance, async (_input, actor) => {
    await transact(db, (db) => endMaintenance(db, actor, now()))
    await maintenance.refresh()
    return null
  })
}

/** Administrators leave by the settings, as everybody does: nobody locks themselves out by mistake. */
function rejectOwnAccount(userId: string, actor: Exclude<Actor, string>) {
  if (userId === actor.id) throw new Refusal('conflict', 'notYourself')
}

const toUserQuotas = (limits: UserQuotas | null): UserQuotas =>
  Object.fromEntries(USER_QUOTAS.map((name) => [name, limits?.[name] ?? null])) as UserQuotas
