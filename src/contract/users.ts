import * as z from 'zod/mini'
import { INVITATION_STATES, REGISTRATION_MODES } from '#core/accounts/registration.ts'
import { isStrongPassword, MAX_PASSWORD_LENGTH } from '#core/accounts/password.ts'
import { CLOCKS, DATE_ORDERS, DURATION_FORMATS, WEEK_STARTS } from '#core/formats.ts'
import type { Endpoint } from './endpoint.ts'
import { AutoStart, Id, LanguageField, name, messageKey, text, Time } from './fields.ts'
import { TOKEN_SCOPES } from './integrations/token-scopes.ts'

const Theme = z.enum(['light', 'dark'])

/** How dates, times and durations are written, and which days and weeks count. */
export const Formats = z.object({
  weekStart: z.enum(WEEK_STARTS),
  clock: z.enum(CLOCKS),
  dateOrder: z.enum(DATE_ORDERS),
  duration: z.enum(DURATION_FORMATS),
  /** An IANA time zone, which the server checks: pages without a session do not load the rule. Null: the device's. */
  timeZone: z.nullable(text(64)),
})

/** A verification link that was emailed and is still valid. */
const PendingVerification = z.object({ expiresAt: Time })

export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  /** The new address; it replaces `email` when the user opens the link sent there. */
  pendingEmail: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  preferredLanguage: z.nullable(LanguageField),
  theme: z.nullable(Theme),
  formats: z.nullable(Formats),
  /** Missing if all phases of the timer begin by themselves. */
  autoStart: z.optional(AutoStart),
  isVerified: z.boolean(),
  emailVerificationToken: z.nullable(PendingVerification),
  /** False for a user who has only signed in with Google. */
  hasPassword: z.boolean(),
  /** Missing for all others. */
  isAdministrator: z.optional(z.literal(true)),
  /** The server refuses everything until the address is verified. Missing for all others. */
  mustVerify: z.optional(z.literal(true)),
})
export type User = z.infer<typeof User>

export const SignInResult = z.object({ token: z.string().check(z.minLength(1)), user: User })

const Email = z.email(messageKey('invalidEmail')).check(z.maxLength(254, messageKey('tooLong')))
/** A password to check: the rules for new passwords do not apply. */
export const Password = text(MAX_PASSWORD_LENGTH).check(z.minLength(1, messageKey('required')))
export const strongPassword = z.refine<string>(isStrongPassword, messageKey('passwordRule'))
const NewPassword = text(MAX_PASSWORD_LENGTH).check(strongPassword)
const EmailToken = text(200).check(z.minLength(1, messageKey('required')))

export const Credentials = z.object({ email: Email, password: Password })

/** Six digits of an authenticator app, or a recovery code. Spaces and hyphens do not matter. */
export const SecondFactorCode = text(50).check(z.minLength(1, messageKey('required')))

/** The code is missing until the server asks for it. */
const SignIn = z.extend(Credentials, { code: z.optional(SecondFactorCode) })

/** An unknown value becomes `light`. */
const ThemeChoice = z.catch(z._default(Theme, 'light'), 'light')

/** The secret of an invitation link. */
export const InvitationToken = z.optional(text(200))

export const Registration = z.object({
  name: name(),
  email: Email,
  password: NewPassword,
  preferredLanguage: z._default(LanguageField, 'en'),
  theme: ThemeChoice,
  /** Needed where the server admits only invited users. */
  invitation: InvitationToken,
})
export type Registration = z.infer<typeof Registration>

/** What somebody without an account can know about who may have one. */
const RegistrationInfo = z.object({
  mode: z.enum(REGISTRATION_MODES),
  /** The domains of addresses that may register; none in other modes. */
  domains: z.array(z.string()),
  /** The server has no user yet: the first one becomes administrator. */
  isFirst: z.boolean(),
  /** The state of the invitation that was sent along. */
  invitation: z.enum(INVITATION_STATES),
  /** The address of the operator, to ask for an account; null if it is not set. */
  contact: z.nullable(z.string()),
})
export type RegistrationInfo = z.infer<typeof RegistrationInfo>

/** Omitted fields stay unchanged. A new email address requires the password or a recent sign-in. */
const ProfileChange = z.object({
  name: z.optional(name()),
  email: z.optional(Email),
  currentPassword: z.optional(Password),
  preferredLanguage: z.optional(LanguageField),
  theme: z.optional(z.catch(Theme, 'light')),
  /** Replaces all of them. */
  formats: z.optional(Formats),
  autoStart: z.optional(AutoStart),
})

export const PasswordChange = z.object({ currentPassword: Password, newPassword: NewPassword })
export const ResetRequest = z.object({ email: Email, language: z._default(LanguageField, 'en') })
export const PasswordReset = z.object({ token: EmailToken, password: NewPassword })

const VerificationStatus = z.object({
  isVerified: z.boolean(),
  emailVerificationToken: z.optional(PendingVerification),
  /** The time until another email can be requested. */
  waitSeconds: z.number(),
})

export const Device = z.object({
  id: Id,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  address: z.nullable(z.string()),
  signedInAt: Time,
  lastSeenAt: Time,
  isCurrent: z.boolean(),
})

export const users = {
  registration: {
    method: 'POST',
    path: '/users/registration',
    summary: 'Who may create an account, and whether an invitation is valid. Changes nothing',
    public: true,
    duringMaintenance: true,
    /** The secret of an invitation is in no address, because proxies log those. */
    body: z.object({ invitation: InvitationToken }),
    reply: RegistrationInfo,
  },
  register: {
    method: 'POST',
    path: '/users/register',
    summary: 'Creates an account and signs in to it',
    public: true,
    creates: true,
    body: Registration,
    reply: SignInResult,
  },
  login: {
    method: 'POST',
    path: '/users/login',
    summary:
      'Signs in. An account with an authenticator app or a passkey replies 401 `second-factor-required`: repeat the request with `code`',
    duringMaintenance: true,
    public: true,
    limitsItself: true,
    body: SignIn,
    reply: SignInResult,
  },
  googleAddress: {
    method: 'GET',
    path: '/users/google',
    summary: 'The URL to sign in with Google; null if that is not configured',
    public: true,
    reply: z.object({ address: z.nullable(z.string()) }),
  },
  google: {
    method: 'POST',
    path: '/users/google',
    summary: 'Signs in with an ID token from Google',
    duringMaintenance: true,
    public: true,
    limitsItself: true,
    body: z.object({
      token: text(8_000).check(z.minLength(1, messageKey('required'))),
      /** Required if an account has the address and Google does not host its mailbox. */
      password: z.optional(Password),
      /** For a new account, where the server admits only invited users. */
      invitation: InvitationToken,
      /** As for the sign-in with a password. */
      code: z.optional(SecondFactorCode),
    }),
    reply: SignInResult,
  },
  logout: {
    method: 'POST',
    path: '/users/logout',
    summary: 'Ends the session of this request',
    duringMaintenance: true,
    allowedBeforeSetUp: true,
    reply: z.null(),
  },
  profile: {
    method: 'GET',
    path: '/users/profile',
    summary: 'The signed-in user',
    scopes: TOKEN_SCOPES,
    allowedBeforeSetUp: true,
    reply: User,
  },
  changeProfile: {
    method: 'PUT',
    path: '/users/profile',
    summary:
      'Changes name, address, language, theme, formats or which phases of the timer begin by themselves; omitted fields stay unchanged. A new address needs the password, or a session that began within the last 15 minutes',
    body: ProfileChange,
    reply: User,
  },
  deleteProfile: {
    method: 'DELETE',
    path: '/users/profile',
    summary:
      'Deletes the account and everything in it, at once. Needs the password, or a session that began within the last 15 minutes',
    body: z.object({ password: z.optional(Password) }),
    reply: z.null(),
  },
  changePassword: {
    method: 'POST',
    path: '/users/change-password',
    summary: 'Changes the password and signs out everywhere else',
    body: PasswordChange,
    reply: z.null(),
  },
  forgotPassword: {
    method: 'POST',
    path: '/users/forgot-password',
    summary: 'Mails a link to choose a new password, if the address has an account',
    public: true,
    limitsItself: true,
    body: ResetRequest,
    reply: z.object({ message: z.string() }),
  },
  resetPassword: {
    method: 'POST',
    path: '/users/reset-password',
    summary: 'Sets a new password with the token of a mailed link and signs out everywhere',
    public: true,
    limitsItself: true,
    body: PasswordReset,
    reply: z.null(),
  },
  restoreEmail: {
    method: 'POST',
    path: '/users/restore-email',
    summary:
      'Takes back the address that the account had before a change, with the token of the link mailed there; sets a new password and signs out everywhere',
    public: true,
    limitsItself: true,
    body: PasswordReset,
    reply: z.null(),
  },
  verificationStatus: {
    method: 'GET',
    path: '/users/verification-status',
    summary: 'Whether the address is verified, and whether a mailed link is still valid',
    reply: VerificationStatus,
  },
  requestVerification: {
    method: 'POST',
    path: '/users/request-verification',
    summary: 'Mails a link that verifies the address, at most once a minute',
    body: z.object({ language: z.optional(LanguageField) }),
    reply: VerificationStatus,
  },
  verifyEmail: {
    method: 'POST',
    path: '/users/verify-email',
    summary: 'Verifies an address with the token of a mailed link',
    public: true,
    limitsItself: true,
    body: z.object({ token: EmailToken }),
    reply: z.object({ email: z.string() }),
  },
  sessions: {
    method: 'GET',
    path: '/users/sessions',
    summary: 'The sessions of the user, the latest first',
    reply: z.array(Device),
  },
  endSession: {
    method: 'DELETE',
    path: '/users/sessions/:id',
    summary: 'Signs out on one device',
    params: z.object({ id: Id }),
    reply: z.null(),
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/users/sessions',
    summary: 'Signs out everywhere else',
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
