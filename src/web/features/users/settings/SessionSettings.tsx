import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { users } from '#contract/users.ts'
import { toLocale } from '#core/language.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { call } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { ACCOUNT_KEY, sessionsQuery } from '#web/features/users/queries.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatDate, SHORT_DATE } from '#web/ui/display/format-date.ts'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { Tag } from '#web/ui/display/Tag.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useDeviceName } from './device-name.ts'

type Session = Reply<typeof users.sessions>[number]

const MOBILE_SYSTEMS = new Set(['Android', 'iPhone', 'iPad'])

export function SessionSettings() {
  const { t } = useTranslation()
  const { data: sessions, isError, isFetching, refetch } = useQuery(sessionsQuery)
  const end = useEndSession()

  if (sessions === undefined)
    return isError ? <LoadError onRetry={() => void refetch()} isRetrying={isFetching} /> : <Skeleton rows={2} />
  return (
    <div className="grid justify-items-start gap-4">
      <ul aria-label={t('settings.sessions.title')} className="w-full">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
        ))}
      </ul>
      {sessions.some((session) => !session.isCurrent) && <EndOtherSessions />}
    </div>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t, language } = useTranslation()
  const locale = toLocale(language)
  const now = useNow().getTime()
  const device = useDeviceName(session)
  const Icon = MOBILE_SYSTEMS.has(session.system ?? '') ? Smartphone : Monitor
  const date = formatDate(dateOf(Date.parse(session.signedInAt), currentZone()), language, SHORT_DATE)
  const details = [
    t('settings.sessions.seen', { time: formatRelative(Date.parse(session.lastSeenAt), now, locale) }),
    t('settings.sessions.signedIn', { date }),
    session.address,
  ]

  return (
    <li className="flex items-center gap-3.5 border-t border-line py-2.5 first:border-t-0 first:pt-0">
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-ink-3" />
      <div className="grid min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-secondary font-strong">
          {device}
          {session.isCurrent && <Tag>{t('settings.sessions.current')}</Tag>}
        </p>
        <p className="text-caption break-words text-ink-3 tabular-nums">
          {details.filter((detail) => detail !== null).join(' · ')}
        </p>
      </div>
      {!session.isCurrent && (
        <Button variant="ghost" aria-label={t('settings.sessions.endDevice', { device })} onClick={onEnd}>
          {t('settings.sessions.end')}
        </Button>
      )}
    </li>
  )
}

/** Removes the row at once, and restores it if the request fails. */
function useEndSession() {
  const client = useQueryClient()
  const { queryKey } = sessionsQuery
  return useMutation({
    mutationFn: (id: string) => call(users.endSession, { params: { id } }),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (sessions) => sessions?.filter((session) => session.id !== id))
      return before
    },
    onError: (_error, _id, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

function EndOtherSessions() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const endOthers = async () => {
    await call(users.endOtherSessions, {})
    toast.show(t('settings.sessions.othersEnded'))
    client.setQueryData(sessionsQuery.queryKey, (sessions) => sessions?.filter((session) => session.isCurrent))
    // A pending address is cancelled too.
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY })
  }

  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('settings.sessions.endOthers')}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('settings.sessions.endOthersTitle')}
        confirmLabel={t('settings.sessions.endOthers')}
        onConfirm={endOthers}
        describeError={(error) => errorMessage(error, t)}
      >
        {t('settings.sessions.endOthersText')}
      </ConfirmDialog>
    </>
  )
}
