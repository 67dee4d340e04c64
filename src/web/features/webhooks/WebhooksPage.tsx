import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Webhook } from '#contract/integrations/webhooks.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { SettingsLink } from '#web/ui/layout/SettingsLink.tsx'
import { useFocusAfterRemoval } from '#web/ui/overlays/useFocusAfterRemoval.ts'
import { webhooksQuery } from './queries.ts'
import { ReceiverGuide } from './ReceiverGuide.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { type PendingAction, WebhookDialog } from './WebhookDialog.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookRow } from './WebhookRow.tsx'

interface WebhooksPageProps {
  /** Without a confirmed address nobody can add a webhook. */
  isVerified: boolean
}

/** Addresses that are told what happens in the account. */
export function WebhooksPage({ isVerified }: WebhooksPageProps) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...webhooksQuery, refetchOnMount: 'always' })
  const [form, setForm] = useState<{ webhook?: Webhook }>()
  const [secret, setSecret] = useState<string>()
  const [asked, setAsked] = useState<PendingAction>()
  const { container, keepFocus } = useFocusAfterRemoval(data?.length)
  const webhooks = data ?? []
  const add = (
    <Button variant="primary" onClick={() => setForm({})}>
      {t('webhooks.add')}
    </Button>
  )

  return (
    <div className="grid max-w-190 grid-cols-1 gap-4">
      <Header action={isVerified && webhooks.length > 0 && add} />
      {!isVerified && <VerifyFirst />}
      <div
        ref={container}
        tabIndex={-1}
        className="overflow-clip rounded-panel border border-line bg-surface outline-none"
      >
        <LoadState />
        {webhooks.length === 0 && data && <EmptyState message={t('webhooks.none')} action={isVerified && add} />}
        <WebhookList webhooks={webhooks} onEdit={(webhook) => setForm({ webhook })} onAsk={setAsked} />
      </div>
      <ReceiverGuide />
      {form !== undefined && (
        <WebhookForm webhook={form.webhook} onAdded={setSecret} onClose={() => setForm(undefined)} />
      )}
      <Questions asked={asked} onSecret={setSecret} onRemove={keepFocus} onClose={() => setAsked(undefined)} />
      <NewSecret secret={secret} onClose={() => setSecret(undefined)} />
    </div>
  )
}

type QuestionsProps = Omit<ComponentProps<typeof WebhookDialog>, 'asked'> & { asked: PendingAction | undefined }

const Questions = ({ asked, ...props }: QuestionsProps) =>
  asked === undefined ? null : <WebhookDialog asked={asked} {...props} />

const NewSecret = ({ secret, onClose }: { secret: string | undefined; onClose: () => void }) =>
  secret === undefined ? null : <SecretDialog secret={secret} onClose={onClose} />

function VerifyFirst() {
  const { t } = useTranslation()
  return (
    <p className="rounded-panel border border-line bg-surface px-5 py-4 text-secondary text-ink-2">
      {t('webhooks.verifyFirst')}
    </p>
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

function Header({ action }: { action: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-2">
      <SettingsLink />
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div className="grid max-w-140 gap-2">
          <PageTitle>{t('shell.page.webhooks')}</PageTitle>
          <p className="text-secondary text-pretty text-ink-2">{t('webhooks.about')}</p>
        </div>
        {action}
      </div>
    </div>
  )
}
