import type { RegistrationInfo } from '#contract/users.ts'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { AuthMessage } from './AuthMessage.tsx'
import { ContinueLink } from './ContinueLink.tsx'

/** Why nobody can create an account now: a title and a sentence. */
interface Obstacle {
  title: TextKey
  message: TextKey
}

const INVITATION_OBSTACLES: Partial<Record<RegistrationInfo['invitation'], TextKey>> = {
  missing: 'auth.registration.invite',
  unknown: 'auth.registration.unknown',
  expired: 'auth.registration.expired',
  'used-up': 'auth.registration.usedUp',
}

/** Undefined: the form is shown. An address of the right domain needs no invitation, so a bad one is no obstacle there. */
export function obstacleOf({ mode, isFirst, invitation }: RegistrationInfo): Obstacle | undefined {
  if (isFirst) return undefined
  if (mode === 'closed') return { title: 'auth.registration.closedTitle', message: 'auth.registration.closed' }
  const message = mode === 'invite' ? INVITATION_OBSTACLES[invitation] : undefined
  return message && { title: 'auth.registration.inviteTitle', message }
}

/** Replaces the form where the visitor cannot create an account, and says whom to ask. */
export function NoRegistration({ obstacle, contact }: { obstacle: Obstacle; contact: string | null }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-5">
      <AuthMessage title={t(obstacle.title)} message={t(obstacle.message)}>
        {contact === null ? (
          <p className="text-ink-2">{t('auth.registration.askOperator')}</p>
        ) : (
          <a href={`mailto:${contact}`} className="font-strong text-accent-ink hover:underline">
            {t('auth.registration.ask', { contact })}
          </a>
        )}
        <ContinueLink />
      </AuthMessage>
    </div>
  )
}

/** A sentence above the form, where there is something to know. */
export function RegistrationNote({ registration: { mode, domains, isFirst, invitation } }: NoteProps) {
  const { t, language } = useTranslation()
  const isInvited = invitation === 'valid' && mode !== 'open'
  const list = new Intl.ListFormat(language, { type: 'disjunction' }).format(domains)
  const domainsNote = mode === 'domains' ? t('auth.registration.domains', { domains: list }) : undefined
  const note = isInvited ? t('auth.registration.invited') : domainsNote
  const text = isFirst ? t('auth.registration.first') : note
  return text !== undefined && <p className="text-secondary text-ink-2">{text}</p>
}

interface NoteProps {
  registration: RegistrationInfo
}
