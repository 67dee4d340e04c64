import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '#contract/integrations/webhooks.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { NoWebhooks } from './NoWebhooks.tsx'
import { webhooksQuery } from './queries.ts'
import { SecretDialog } from './SecretDialog.tsx'
import { type PendingAction, WebhookDialog } from './WebhookDialog.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookRow } from './WebhookRow.tsx'

/** Addresses that are told what happens in the account. */
export function WebhooksPage() {
  const { data } = useQuery({ ...webhooksQuery, refetchOnMount: 'always' })
  const [form, setForm] = useState<{ webhook?: Webhook }>()
  const [secret, setSecret] = useState<string>()
  const [asked, setAsked] = useState<PendingAction>()
  const add = () => setForm({})

  return (
    <div className="grid grid-cols-1 gap-4">
      <Header onAdd={data?.length ? add : undefined} />
      <div className="overflow-clip rounded-panel border border-line bg-surface">
        <LoadState />
        {data?.length === 0 && <NoWebhooks onAdd={add} />}
        <WebhookList webhooks={data ?? []} onEdit={(webhook) => setForm({ webhook })} onAsk={setAsked} />
      </div>
      {form !== undefined && (
        <WebhookForm webhook={form.webhook} onAdded={setSecret} onClose={() => setForm(undefined)} />
      )}
      {asked !== undefined && <WebhookDialog asked={asked} onSecret={setSecret} onClose={() => setAsked(undefined)} />}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </div>
  )
}

function LoadState() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(webhooksQuery)
  if (data !== undefined) return null
  if (error === null) return <Skeleton rows={2} />
  return <LoadError message={errorMessage(error, t)} isRetrying={isFetching} onRetry={() => void refetch()} />
}

interface WebhookListProps {
  webhooks: readonly Webhook[]
  onEdit: (webhook: Webhook) => void
  onAsk: (asked: PendingAction) => void
}

function WebhookList({ webhooks, onEdit, onAsk }: WebhookListProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('webhooks.list')} className="empty:hidden">
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} onEdit={() => onEdit(webhook)} onAsk={onAsk} />
      ))}
    </ul>
  )
}

function Header({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="grid gap-1">
        <Link
          to="/settings"
          hash="integrations"
          className="-ml-1 inline-flex w-fit items-center gap-0.5 text-caption font-medium text-ink-2 hover:text-ink on-touch:min-h-11"
        >
          <ChevronLeft size={15} aria-hidden="true" />
          {t('webhooks.back')}
        </Link>
        <PageTitle>{t('shell.page.webhooks')}</PageTitle>
        <p className="max-w-140 text-secondary text-pretty text-ink-2">{t('webhooks.about')}</p>
      </div>
      {onAdd !== undefined && (
        <Button variant="primary" onClick={onAdd}>
          {t('webhooks.add')}
        </Button>
      )}
    </div>
  )
}
