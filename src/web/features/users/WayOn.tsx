import { Link } from '@tanstack/react-router'
import { currentToken } from '#web/api/session.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { buttonLook } from '#web/ui/Button.tsx'

/** From a page that anybody may open to where this visitor goes next. */
export function WayOn() {
  const { t } = useTranslation()
  const isSignedIn = currentToken() !== undefined
  return (
    <Link to={isSignedIn ? '/' : '/login'} className={WAY_ON}>
      {t(isSignedIn ? 'auth.toDashboard' : 'auth.signIn')}
    </Link>
  )
}

/** To the form that mails another link. */
export function RequestLink() {
  const { t } = useTranslation()
  return (
    <Link to="/forgot-password" className={WAY_ON}>
      {t('auth.requestLink')}
    </Link>
  )
}

const WAY_ON = `${buttonLook('primary')} h-11`
