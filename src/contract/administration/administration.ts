import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { Id, IdParams, integerBetween, messageKey, oneLine, text, Time, trimmed } from '../fields.ts'

/** What administrators and the command line do, by which the log names it. */
export const ADMINISTRATION_ACTIONS = [
  'user-disabled',
  'user-enabled',
  'user-signed-out',
  'password-reset-sent',
  'password-reset-link-made',
  'two-factor-removed',
  'user-deleted',
  'administrator-added',
  'administrator-removed',
  'administrator-added-by-group',
  'administrator-removed-by-group',
  'quotas-changed',
  'invitation-made',
  'invitation-revoked',
  'maintenance-started',
  'maintenance-ended',
] as const
export type AdministrationAction = (typeof ADMINISTRATION_ACTIONS)[number]

/** The quotas that can differ for one user. */
export const USER_QUOTAS = ['time-entries', 'upload-megabytes'] as const
export type UserQuota = (typeof USER_QUOTAS)[number]

const QuotaValue = z.nullable(integerBetween(0, 999_999_999))
/** Null: the quota of the server. */
const Quotas = z.object({ 'time-entries': QuotaValue, 'upload-megabytes': QuotaValue })
export type UserQuotas = z.infer<typeof Quotas>

/** A user as administrators see them: numbers, and nothing of what they have entered. */
const ManagedUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  isVerified: z.boolean(),
  isAdministrator: z.boolean(),
  isDisabled: z.boolean(),
  createdAt: Time,
  /** When a device of the user was last connected; null for never. */
  lastActiveAt: z.nullable(Time),
  devices: z.number(),
  entries: z.number(),
  /** Files that are on their way to be imported. */
  uploadBytes: z.number(),
  quotas: Quotas,
})
export type ManagedUser = z.infer<typeof ManagedUser>

const UserPage = z.object({
  users: z.array(ManagedUser),
  /** The number of all users that match the search. */
  count: z.number(),
  /** The quotas of users who have none of their own; null: there are no limits. */
  defaultQuotas: Quotas,
})

const Invitation = z.object({
  id: Id,
  note: z.string(),
  uses: z.number(),
  maxUses: z.number(),
  createdAt: Time,
  expiresAt: Time,
})
export type Invitation = z.infer<typeof Invitation>

const InvitationDraft = z.object({
  /** What the administrator wants to remember, such as whom it is for. */
  note: z._default(text(100).check(trimmed, oneLine), ''),
  days: z._default(integerBetween(1, 365), 7),
  uses: z._default(integerBetween(1, 1_000), 1),
})

const LoggedAction = z.object({
  id: Id,
  at: Time,
  /** The address of the administrator; null for the command line. */
  actor: z.nullable(z.string()),
  action: z.enum(ADMINISTRATION_ACTIONS),
  /** The address of the user, or the note of the invitation. */
  subject: z.nullable(z.string()),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type LoggedAction = z.infer<typeof LoggedAction>

const MAX_MESSAGE_LENGTH = 200

/** Null: the site is not in maintenance. */
const Maintenance = z.nullable(
  z.object({
    startedAt: Time,
    /** In the administrator's words; empty for none. */
    message: z.string(),
  }),
)
export type Maintenance = z.infer<typeof Maintenance>

/** Irreversible actions need more than a session: the password, or a sign-in of the last 15 minutes. */
const Confirmation = z.object({ password: z.optional(text(128).check(z.minLength(1, messageKey('required')))) })

const Page = {
  limit: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(100)), 25),
}

export const administration = {
  listUsers: {
    method: 'GET',
    path: '/admin/users',
    summary: 'For administrators: users by name, with numbers of what they store',
    query: z.object({
      ...Page,
      /** A part of a name or address. */
      search: z._default(text(100), ''),
      offset: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(0), z.maximum(10_000_000)), 0),
    }),
    reply: UserPage,
  },
  disableUser: {
    method: 'POST',
    path: '/admin/users/:id/disable',
    summary: 'For administrators: ends all sessions of a user at once, who cannot sign in until enabled again',
    duringMaintenance: true,
    params: IdParams,
    reply: z.null(),
  },
  enableUser: {
    method: 'POST',
    path: '/admin/users/:id/enable',
    summary: 'For administrators: lets a disabled user sign in again',
    duringMaintenance: true,
    params: IdParams,
    reply: z.null(),
  },
  signOutUser: {
    method: 'POST',
    path: '/admin/users/:id/sign-out',
    summary: 'For administrators: ends all sessions of a user',
    duringMaintenance: true,
    params: IdParams,
    reply: z.null(),
  },
  resetPassword: {
    method: 'POST',
    path: '/admin/users/:id/reset-password',
    summary: 'For administrators: mails a user a link to choose a new password',
    duringMaintenance: true,
    params: IdParams,
    reply: z.null(),
  },
  setQuotas: {
    method: 'PUT',
    path: '/admin/users/:id/quotas',
    summary: 'For administrators: changes how much a user can store; null means the quota of the server',
    duringMaintenance: true,
    params: IdParams,
    body: Quotas,
    reply: z.null(),
  },
  addAdministrator: {
    method: 'POST',
    path: '/admin/users/:id/add-administrator',
    summary:
      'For administrators: makes a user administrator. Needs the password, or a session that began within the last 15 minutes',
    duringMaintenance: true,
    params: IdParams,
    body: Confirmation,
    reply: z.null(),
  },
  removeAdministrator: {
    method: 'POST',
    path: '/admin/users/:id/remove-administrator',
    summary: 'For administrators: makes an administrator an ordinary user, unless it is the last one',
    duringMaintenance: true,
    params: IdParams,
    body: Confirmation,
    reply: z.null(),
  },
  deleteUser: {
    method: 'DELETE',
    path: '/admin/users/:id',
    summary:
      'For administrators: deletes an account, after its archive was written to a folder of the server. Needs the password, or a session that began within the last 15 minutes',
    duringMaintenance: true,
    params: IdParams,
    body: Confirmation,
    reply: z.null(),
  },
  listInvitations: {
    method: 'GET',
    path: '/admin/invitations',
    summary: 'For administrators: the invitations, the latest first; without their links, which nobody can read again',
    reply: z.array(Invitation),
  },
  invite: {
    method: 'POST',
    path: '/admin/invitations',
    summary: 'For administrators: makes an invitation link',
    duringMaintenance: true,
    creates: true,
    body: InvitationDraft,
    reply: z.object({ invitation: Invitation, link: z.string() }),
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/admin/invitations/:id',
    summary: 'For administrators: makes an invitation link admit nobody any more',
    duringMaintenance: true,
    params: IdParams,
    reply: z.null(),
  },
  listActions: {
    method: 'GET',
    path: '/admin/actions',
    summary: 'For administrators: what administrators and the command line have done, the latest first',
    query: z.object({
      ...Page,
      /** The id of the last one of the page before. */
      cursor: z.optional(Id),
    }),
    reply: z.object({ actions: z.array(LoggedAction), hasMore: z.boolean() }),
  },
  startMaintenance: {
    method: 'POST',
    path: '/admin/maintenance',
    summary: 'For administrators: refuses all changes of data until maintenance ends',
    duringMaintenance: true,
    body: z.object({ message: z._default(text(MAX_MESSAGE_LENGTH).check(trimmed, oneLine), '') }),
    reply: Maintenance,
  },
  endMaintenance: {
    method: 'DELETE',
    path: '/admin/maintenance',
    summary: 'For administrators: ends maintenance',
    duringMaintenance: true,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>

export const maintenance = {
  read: {
    method: 'GET',
    path: '/maintenance',
    summary: 'Whether the site is in maintenance, which refuses changes; null if not',
    public: true,
    reply: Maintenance,
  },
} as const satisfies Record<string, Endpoint>
