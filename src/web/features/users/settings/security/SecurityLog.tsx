import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { SecurityEvent, SecurityEventKind } from '#contract/security/events.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { securityEventsQuery } from '#web/features/users/queries.ts'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatDate, SHORT_DATE } from '#web/ui/display/format-date.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import { useDeviceName } from '../device-name.ts'

export function SecurityLog() {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  return (
    <>
      <SettingRow
        label={t('settings.security.log.title')}
        action={
          <Button aria-expanded={isOpen} aria-controls={listId} onClick={() => setIsOpen(!isOpen)}>
            {t(isOpen ? 'settings.security.log.hide' : 'settings.security.log.show')}
          </Button>
        }
      >
        <p className="text-secondary text-ink-2">{t('settings.security.log.hint')}</p>
      </SettingRow>
      <div id={listId}>{isOpen && <EventList />}</div>
    </>
  )
}

function EventList() {
  const { t } = useTranslation()
  const { data: events, isError, isFetching, refetch } = useQuery(securityEventsQuery)
  if (events === undefined)
    return isError ? <LoadError onRetry={() => void refetch()} isRetrying={isFetching} /> : <Skeleton rows={3} />
  if (events.length === 0) return <p className="py-3 text-secondary text-ink-3">{t('settings.security.log.empty')}</p>
  return (
    <ul aria-label={t('settings.security.log.title')} className="pt-1">
      {events.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </ul>
  )
}

function EventRow({ event }: { event: SecurityEvent }) {
  const { t, language } = useTranslation()
  const device = useDeviceName(event)
  const at = Date.parse(event.at)
  const zone = currentZone()
  const date = formatDate(dateOf(at, zone), language, SHORT_DATE)
  const time = formatTime(at, language)
  const where = event.address === null ? [t('settings.security.log.operator')] : [device, event.address]
  return (
    <li className="grid gap-0.5 border-t border-line py-2.5 first:border-t-0">
      <p className="text-secondary font-medium">{t(KIND_TEXTS[event.kind])}</p>
      <p className="text-caption break-words text-ink-3 tabular-nums">
        <time dateTime={event.at}>{`${date}, ${time}`}</time>
        {['', ...where].join(' · ')}
      </p>
    </li>
  )
}

const KIND_TEXTS: Record<SecurityEventKind, TextKey> = {
  'new-device': 'settings.security.log.kind.newDevice',
  'password-changed': 'settings.security.log.kind.passwordChanged',
  'password-reset': 'settings.security.log.kind.passwordReset',
  'email-changing': 'settings.security.log.kind.emailChanging',
  'email-changed': 'settings.security.log.kind.emailChanged',
  'email-restored': 'settings.security.log.kind.emailRestored',
  'google-linked': 'settings.security.log.kind.googleLinked',
  'provider-linked': 'settings.security.log.kind.providerLinked',
  'provider-unlinked': 'settings.security.log.kind.providerUnlinked',
  'app-added': 'settings.security.log.kind.appAdded',
  'app-removed': 'settings.security.log.kind.appRemoved',
  'passkey-added': 'settings.security.log.kind.passkeyAdded',
  'passkey-removed': 'settings.security.log.kind.passkeyRemoved',
  'recovery-codes-made': 'settings.security.log.kind.recoveryCodesMade',
  'recovery-code-used': 'settings.security.log.kind.recoveryCodeUsed',
  'two-factor-reset': 'settings.security.log.kind.twoFactorReset',
  'token-made': 'settings.security.log.kind.tokenMade',
  'webhook-made': 'settings.security.log.kind.webhookMade',
  'archive-downloaded': 'settings.security.log.kind.archiveDownloaded',
  'sessions-ended': 'settings.security.log.kind.sessionsEnded',
  'account-secured': 'settings.security.log.kind.accountSecured',
}
