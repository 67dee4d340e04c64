import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { type Delivery, type Webhook, webhooks } from '#contract/integrations/webhooks.ts'
import { toLocale } from '#core/language.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { deliveriesQuery, useWebhookAction } from './queries.ts'

/** The last deliveries of a webhook, and what to send by hand. */
export function DeliveryLog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery({ ...deliveriesQuery(id), refetchOnMount: 'always' })
  const test = useWebhookAction(webhooks.test, { done: t('webhooks.testSent') })
  return (
    <Dialog
      isOpen
      isWide
      onOpenChange={onClose}
      title={t('webhooks.log')}
      actions={
        <>
          <Button onClick={onClose}>{t('webhooks.done')}</Button>
          <Button variant="primary" busy={test.isPending} onClick={() => test.mutate({ params: { id } })}>
            {t('webhooks.test')}
          </Button>
        </>
      }
    >
      <p className="text-secondary wrap-anywhere">{url}</p>
      {data === undefined && error === null && <Skeleton rows={3} />}
      {data === undefined && error !== null && (
        <LoadError message={errorMessage(error, t)} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className="py-6 text-secondary text-ink-2">{t('webhooks.noLog')}</p>}
      <ul aria-label={t('webhooks.logOf', { url })} className="mt-3 empty:hidden">
        {data?.map((delivery) => (
          <DeliveryRow key={delivery.position} webhookId={id} delivery={delivery} />
        ))}
      </ul>
    </Dialog>
  )
}

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const { t } = useTranslation()
  const resend = useWebhookAction(webhooks.resend, { done: t('webhooks.resent') })
  const { position, type, state, reply } = delivery
  const handleResend = () => resend.mutate({ params: { id: webhookId, position: String(position) } })
  return (
    <li className="flex items-start gap-3.5 border-t border-line py-2.5">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p translate="no" className="text-secondary font-strong text-ink wrap-anywhere">
          {type}
        </p>
        <p className="text-caption text-pretty text-ink-3 tabular-nums">
          <span className={clsx('mr-2 font-medium', STATE_COLORS[state])}>{t(`webhooks.deliveryState.${state}`)}</span>
          {useFacts(delivery).join(' · ')}
        </p>
        {reply !== null && reply !== '' && (
          <p translate="no" title={t('webhooks.reply')} className="line-clamp-2 text-caption wrap-anywhere text-ink-2">
            {reply}
          </p>
        )}
      </div>
      {state !== 'waiting' && (
        <Button
          variant="ghost"
          busy={resend.isPending}
          aria-label={t('webhooks.resendItem', { event: type })}
          onClick={handleResend}
        >
          {t('webhooks.resend')}
        </Button>
      )}
    </li>
  )
}

const STATE_COLORS: Record<Delivery['state'], string> = {
  waiting: 'text-warning-ink',
  delivered: 'text-success-ink',
  failed: 'text-danger-ink',
  dropped: 'text-danger-ink',
}

function useFacts({ status, failure, attempts, duration, isManual, attemptedAt, createdAt }: Delivery) {
  const { t, language } = useTranslation()
  const now = useNow().getTime()
  const locale = toLocale(language)
  return [
    formatRelative(Date.parse(attemptedAt ?? createdAt), now, locale),
    status !== null && t('webhooks.status', { status: String(status) }),
    failure !== null && t(`webhooks.failure.${failure}`),
    duration !== null && new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' }).format(duration),
    attempts > 1 && t('webhooks.attempts', { count: attempts }),
    isManual && t('webhooks.manual'),
  ].filter(Boolean)
}
