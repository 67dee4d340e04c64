import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Input, Reply } from '#contract/endpoint.ts'
import { tokens } from '#contract/integrations/tokens.ts'
import type { Confirmation } from '#contract/security/two-factor.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { tokensQuery } from './queries.ts'
import { TokenForm } from './TokenForm.tsx'
import { TokenSecret } from './TokenSecret.tsx'

export type TokenDraft = Input<typeof tokens.create>['body']
type NewToken = Reply<typeof tokens.create>

export interface ConfirmationProps {
  action: string
  onConfirm: (confirmation: Confirmation) => Promise<void>
  onCancel: () => void
}

interface NewTokenProps {
  renderConfirmation: (props: ConfirmationProps) => ReactNode
  onClose: () => void
}

/** Asks for name, scopes and expiry, then for the password unless the sign-in is recent, and shows the token once. */
export function NewToken({ renderConfirmation, onClose }: NewTokenProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [draft, setDraft] = useState<TokenDraft>()
  const [made, setMade] = useState<NewToken>()

  async function make(body: TokenDraft) {
    setMade(await call(tokens.create, { body }))
    refetchAfterChange(client, { queryKey: tokensQuery.queryKey })
  }
  async function makeOrConfirm(body: TokenDraft) {
    try {
      await make(body)
    } catch (error) {
      if (!needsConfirmation(error)) throw error
      setDraft(body)
    }
  }

  if (made !== undefined) return <TokenSecret name={made.name} secret={made.secret} onDone={onClose} />
  return (
    <Panel title={t('tokens.new')}>
      <div className="px-5 pt-2">
        {draft === undefined ? (
          <TokenForm onSubmit={makeOrConfirm} onCancel={onClose} />
        ) : (
          <div className="grid gap-4">
            <p className="text-secondary text-ink-2">{t('tokens.confirm', { name: draft.name })}</p>
            {renderConfirmation({
              action: t('tokens.make'),
              onConfirm: (confirmation) => make({ ...draft, ...confirmation }),
              onCancel: onClose,
            })}
          </div>
        )}
      </div>
    </Panel>
  )
}

/** The server accepts the draft, and wants to know that it is the user. */
const needsConfirmation = (error: unknown) =>
  error instanceof ApiError &&
  error.code === 'invalid' &&
  Object.keys(error.details).every((field) => field === 'password')
