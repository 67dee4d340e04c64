import type { administration, maintenance } from '#contract/administration/administration.ts'
import type { ExamplesOf } from './example-types.ts'
import { byId, USER_ID } from './sample-data.ts'

const PASSWORD = 'Correct horse 1'
const INVITATION = {
  id: '019cadc6-9a80-7038-947a-000000000061',
  note: 'New colleagues',
  uses: 1,
  maxUses: 5,
  createdAt: '2026-03-02T08:00:00.000Z',
  expiresAt: '2026-03-09T08:00:00.000Z',
}
const MAINTENANCE = { startedAt: '2026-03-02T09:00:00.000Z', message: 'Back at noon' }
const OWN_QUOTAS = { 'time-entries': 1_000, 'upload-megabytes': null }
const OF_USER = { ...byId(USER_ID), reply: null }
const CONFIRMED = { ...OF_USER, body: { password: PASSWORD } }

export const administrationExamples: ExamplesOf<typeof administration> = {
  listUsers: {
    query: { search: 'ann', limit: 25, offset: 0 },
    reply: {
      users: [
        {
          id: USER_ID,
          name: 'Ann',
          email: 'ann@example.org',
          isVerified: true,
          isAdministrator: false,
          isDisabled: false,
          createdAt: '2026-01-05T08:00:00.000Z',
          lastActiveAt: '2026-03-02T09:00:00.000Z',
          devices: 2,
          entries: 312,
          uploadBytes: 0,
          quotas: OWN_QUOTAS,
        },
      ],
      count: 1,
      defaultQuotas: { 'time-entries': 500_000, 'upload-megabytes': 1_024 },
    },
  },
  disableUser: OF_USER,
  enableUser: OF_USER,
  signOutUser: OF_USER,
  resetPassword: OF_USER,
  setQuotas: { ...OF_USER, body: OWN_QUOTAS },
  addAdministrator: CONFIRMED,
  removeAdministrator: CONFIRMED,
  deleteUser: CONFIRMED,
  listInvitations: { reply: [INVITATION] },
  invite: {
    body: { note: 'New colleagues', days: 7, uses: 5 },
    reply: {
      invitation: { ...INVITATION, uses: 0 },
      link: 'https://ritmo.example.org/register#invitation=Zm9yIG9uZSBwdXJwb3NlIGFuZCBvbmUgdXNlIG9ubHk',
    },
  },
  revokeInvitation: { ...byId(INVITATION.id), reply: null },
  listActions: {
    query: { limit: 25 },
    reply: {
      actions: [
        {
          id: '019cadc6-9a80-7038-947a-000000000071',
          at: '2026-03-02T09:00:00.000Z',
          actor: 'administrator@example.org',
          action: 'quotas-changed',
          subject: 'ann@example.org',
          details: OWN_QUOTAS,
        },
      ],
      hasMore: false,
    },
  },
  startMaintenance: { body: { message: 'Back at noon' }, reply: MAINTENANCE },
  endMaintenance: { reply: null },
}

export const maintenanceExamples: ExamplesOf<typeof maintenance> = { read: { reply: MAINTENANCE } }
