import { Link } from '@tanstack/react-router'
import { currentToken } from '#web/api/session.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { buttonClasses } from '#web/ui/buttons/Button.tsx'

/** Leads from a public page to the dashboard, or to sign-in without a session. */
export function ContinueLink() {
  const { t } = useTranslation()
  const isSignedIn = currentToken() !== undefined
  return (
    <Link to={isSignedIn ? '/' : '/login'} className={LINK_STYLE}>
      {t(isSignedIn ? 'auth.toDashboard' : 'auth.signIn')}
    </Link>
  )
}

/** Leads to sign-in, and from there to the settings, which send a new verification link. */
export function SignInToVerifyLink() {
  const { t } = useTranslation()
  return (
    <Link to="/login" state={{ from: '/settings' }} className={LINK_STYLE}>
      {t('auth.verification.signInToSend')}
    </Link>
  )
}

/** Leads to the form that requests a new password link. */
export function RequestResetLink() {
  const { t } = useTranslation()
  return (
    <Link to="/forgot-password" className={LINK_STYLE}>
      {t('auth.requestLink')}
    </Link>
  )
}

const LINK_STYLE = `${buttonClasses('primary')} h-11`
