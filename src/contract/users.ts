import * as z from 'zod/mini'
import { isStrongPassword, LONGEST_PASSWORD } from '#core/password.ts'
import type { Endpoint } from './endpoint.ts'
import { Id, LanguageField, name, says, text } from './fields.ts'

const Theme = z.enum(['light', 'dark'])

export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  picture: z.nullable(z.string()),
  preferredLanguage: z.nullable(LanguageField),
  theme: z.nullable(Theme),
  isVerified: z.boolean(),
})
export type User = z.infer<typeof User>

const Session = z.object({ token: z.string(), user: User })

const Email = z.email(says('invalidEmail')).check(z.maxLength(254, says('tooLong')))
const NewPassword = z
  .string()
  .check(z.maxLength(LONGEST_PASSWORD, says('tooLong')), z.refine(isStrongPassword, says('passwordRule')))

export const Credentials = z.object({
  email: Email,
  password: text(LONGEST_PASSWORD).check(z.minLength(1, says('required'))),
})

export const Registration = z.object({
  name: name(),
  email: Email,
  password: NewPassword,
  preferredLanguage: z._default(LanguageField, 'en'),
  theme: z.catch(z._default(Theme, 'light'), 'light'),
})
export type Registration = z.infer<typeof Registration>

export const users = {
  register: {
    method: 'POST',
    path: '/users/register',
    summary: 'Makes an account and signs in to it',
    public: true,
    creates: true,
    body: Registration,
    reply: Session,
  },
  login: {
    method: 'POST',
    path: '/users/login',
    summary: 'Signs in',
    public: true,
    body: Credentials,
    reply: Session,
  },
  logout: {
    method: 'POST',
    path: '/users/logout',
    summary: 'Ends the session that the call is made with',
    reply: z.null(),
  },
  profile: {
    method: 'GET',
    path: '/users/profile',
    summary: 'The signed-in user',
    reply: User,
  },
} as const satisfies Record<string, Endpoint>
