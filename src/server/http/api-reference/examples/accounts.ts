import type { about } from '#contract/about.ts'
import type { initialData } from '#contract/initial-data.ts'
import type { push } from '#contract/push.ts'
import type { reminders } from '#contract/reminders/reminders.ts'
import type { User, users } from '#contract/users.ts'
import type { ExamplesOf } from './example-types.ts'
import { byId, PRESET, PROJECT, SESSION_ID, USER_ID } from './sample-data.ts'

const EMAIL = 'ann@example.org'
export const PASSWORD = 'Correct horse 1'
const NEW_PASSWORD = 'Another river 2'
const TOKEN = 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIwMTljYWRjNiJ9.c2lnbmF0dXJl'
export const LINK_TOKEN = 'Zm9yIG9uZSBwdXJwb3NlIGFuZCBvbmUgdXNlIG9ubHk'

const USER: User = {
  id: USER_ID,
  name: 'Ann',
  email: EMAIL,
  pendingEmail: null,
  picture: null,
  preferredLanguage: 'en',
  theme: 'dark',
  formats: null,
  isVerified: true,
  emailVerificationToken: null,
  hasPassword: true,
}
export const SIGNED_IN = { token: TOKEN, user: USER }
const PENDING = { expiresAt: '2026-03-03T09:00:00.000Z' }
const UNVERIFIED: User = { ...USER, isVerified: false, emailVerificationToken: PENDING }

export const usersExamples: ExamplesOf<typeof users> = {
  registration: {
    body: { invitation: LINK_TOKEN },
    reply: { mode: 'invite', domains: [], isFirst: false, invitation: 'valid', contact: 'admin@example.org' },
  },
  register: {
    body: { name: 'Ann', email: EMAIL, password: PASSWORD, preferredLanguage: 'en', theme: 'dark' },
    reply: { token: TOKEN, user: UNVERIFIED },
  },
  login: { body: { email: EMAIL, password: PASSWORD }, reply: SIGNED_IN },
  googleAddress: {
    reply: { address: 'https://accounts.google.com/o/oauth2/v2/auth?response_type=id_token&client_id=…' },
  },
  google: { body: { token: TOKEN }, reply: SIGNED_IN },
  logout: { reply: null },
  profile: { reply: USER },
  changeProfile: {
    body: { email: 'anna@example.org', currentPassword: PASSWORD },
    reply: { ...UNVERIFIED, pendingEmail: 'anna@example.org' },
  },
  deleteProfile: { body: { password: PASSWORD }, reply: null },
  changePassword: { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, reply: null },
  forgotPassword: {
    body: { email: EMAIL, language: 'en' },
    reply: { message: 'If an account with that email exists, we have sent password reset instructions.' },
  },
  resetPassword: { body: { token: LINK_TOKEN, password: NEW_PASSWORD }, reply: null },
  restoreEmail: { body: { token: LINK_TOKEN, password: NEW_PASSWORD }, reply: null },
  verificationStatus: { reply: { isVerified: false, emailVerificationToken: PENDING, waitSeconds: 0 } },
  requestVerification: {
    body: { language: 'en' },
    reply: { isVerified: false, emailVerificationToken: PENDING, waitSeconds: 60 },
  },
  verifyEmail: { body: { token: LINK_TOKEN }, reply: { email: EMAIL } },
  sessions: {
    reply: [
      {
        id: SESSION_ID,
        browser: 'Firefox',
        system: 'Linux',
        address: '192.0.2.7',
        signedInAt: '2026-03-02T08:00:00.000Z',
        lastSeenAt: '2026-03-02T09:00:00.000Z',
        isCurrent: true,
      },
    ],
  },
  endSession: { ...byId(SESSION_ID), reply: null },
  endOtherSessions: { reply: null },
}

export const aboutExamples: ExamplesOf<typeof about> = {
  read: {
    reply: {
      name: 'Ritmo',
      version: '0.2.0',
      creator: 'The Ritmo team',
      contact: 'hello@example.org',
      website: 'https://example.org',
    },
  },
}

export const initialDataExamples: ExamplesOf<typeof initialData> = {
  load: { reply: { projects: [PROJECT], presets: [PRESET] } },
}

const ENDPOINT = 'https://push.example.org/send/gAAAAABh'

export const pushExamples: ExamplesOf<typeof push> = {
  key: { reply: { publicKey: `BA${'A'.repeat(85)}` } },
  list: { reply: [{ endpoint: ENDPOINT, language: 'en' }] },
  subscribe: {
    body: { endpoint: ENDPOINT, keys: { p256dh: `BA${'A'.repeat(85)}`, auth: 'A'.repeat(22) }, language: 'en' },
    reply: { endpoint: ENDPOINT, language: 'en' },
  },
  unsubscribe: { body: { endpoint: ENDPOINT }, reply: null },
}

const REMINDERS = {
  timeZone: 'Europe/Madrid',
  notStarted: { isOn: true, weekdays: [1, 2, 3, 4, 5], minute: 600 },
  outsideHours: { isOn: false, weekdays: [1, 2, 3, 4, 5], from: 480, to: 1_080 },
  longStopwatch: { isOn: true, hours: 4, isMailed: false },
  idleReturn: { isOn: false, minutes: 15 },
}

export const reminderExamples: ExamplesOf<typeof reminders> = {
  read: { reply: REMINDERS },
  update: { body: REMINDERS, reply: REMINDERS },
}
