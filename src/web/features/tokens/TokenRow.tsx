import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Token, tokens } from '#contract/integrations/tokens.ts'
import { type Language, toLocale } from '#core/language.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { call } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatDate, SHORT_DATE } from '#web/ui/display/format-date.ts'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { Tag } from '#web/ui/display/Tag.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { tokensQuery } from './queries.ts'

export function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const { t, language } = useTranslation()
  const now = useNow().getTime()
  const [isAsking, setIsAsking] = useState(false)
  const { name, scopes, ending, expiresAt } = token
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now
  return (
    <li className="flex items-start gap-3.5 border-t border-line py-3 pr-3 pl-5 first:border-t-0">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-secondary font-strong wrap-anywhere">
          {name}
          {isExpired && <Tag>{t('tokens.expired')}</Tag>}
        </p>
        <p className="text-secondary text-ink-2">
          {scopes.map((scope) => t(`tokens.scope.${scope}.name`)).join(' · ')}
        </p>
        <p className="text-caption break-words text-ink-3 tabular-nums">
          {[`ritmo_…${ending}`, describeUse(token, now, { t, language }), describeExpiry(token, { t, language })].join(
            ' · ',
          )}
        </p>
      </div>
      <Button variant="ghost" aria-label={t('tokens.revokeItem', { name })} onClick={() => setIsAsking(true)}>
        {t('tokens.revoke')}
      </Button>
      <RevokeDialog token={token} isOpen={isAsking} onOpenChange={setIsAsking} onRevoke={onRevoke} />
    </li>
  )
}

interface Translation {
  t: Translate
  language: Language
}

function describeUse({ lastUsedAt, lastAddress }: Token, now: number, { t, language }: Translation) {
  if (lastUsedAt === null) return t('tokens.unused')
  const time = formatRelative(Date.parse(lastUsedAt), now, toLocale(language))
  return t('tokens.used', { time, address: lastAddress ?? '' })
}

function describeExpiry({ expiresAt }: Token, { t, language }: Translation) {
  if (expiresAt === null) return t('tokens.lasting')
  return t('tokens.until', { date: formatDate(dateOf(Date.parse(expiresAt), currentZone()), language, SHORT_DATE) })
}

interface RevokeDialogProps {
  token: Token
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onRevoke: () => void
}

function RevokeDialog({ token: { id, name }, isOpen, onOpenChange, onRevoke }: RevokeDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { queryKey } = tokensQuery
  const revoke = async () => {
    onRevoke()
    await call(tokens.revoke, { params: { id } })
    client.setQueryData(queryKey, (list) => list?.filter((token) => token.id !== id))
    toast.show(t('tokens.revoked', { name }))
    refetchAfterChange(client, { queryKey })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('tokens.revokeTitle', { name })}
      confirmLabel={t('tokens.revoke')}
      onConfirm={revoke}
      describeError={(error) => errorMessage(error, t)}
    >
      {t('tokens.revokeText')}
    </ConfirmDialog>
  )
}
