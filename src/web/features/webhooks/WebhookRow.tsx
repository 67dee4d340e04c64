import clsx from 'clsx'
import { Ellipsis } from 'lucide-react'
import { Suspense } from 'react'
import type { Webhook } from '#contract/integrations/webhooks.ts'
import { toLocale } from '#core/language.ts'
import { EVENT_TYPES } from '#core/webhooks/event-types.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useNow } from '#web/ui/hooks/useNow.ts'
import type { WebhookMenuProps } from './WebhookMenu.tsx'

const WebhookMenu = lazyComponent(() => import('./WebhookMenu.tsx').then((module) => ({ default: module.WebhookMenu })))

export function WebhookRow({ webhook, onEdit, onAsk }: WebhookMenuProps) {
  const { t } = useTranslation()
  const { url, dropped, pauseReason } = webhook
  return (
    <li className="flex items-start gap-3.5 border-t border-line py-3 pr-3 pl-5 first:border-t-0">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-secondary font-strong wrap-anywhere">{url}</p>
        <p className="text-caption text-pretty text-ink-3 tabular-nums">
          <State state={webhook.state} />
          {useFacts(webhook).join(' · ')}
        </p>
        {pauseReason !== null && (
          <p className="text-caption text-pretty text-ink-2">{t(`webhooks.pausedBy.${pauseReason}`)}</p>
        )}
        {dropped > 0 && (
          <p className="text-caption text-pretty text-danger-ink">{t('webhooks.dropped', { count: dropped })}</p>
        )}
      </div>
      <Suspense fallback={<IconButton label={t('webhooks.actions', { url })} icon={<Ellipsis size={18} />} disabled />}>
        <WebhookMenu webhook={webhook} onEdit={onEdit} onAsk={onAsk} />
      </Suspense>
    </li>
  )
}

const STATE_COLORS = {
  working: ['text-success-ink', 'bg-success'],
  failing: ['text-warning-ink', 'bg-warning'],
  paused: ['text-ink-2', 'bg-line-strong'],
} satisfies Record<Webhook['state'], [text: string, dot: string]>

function State({ state }: Pick<Webhook, 'state'>) {
  const { t } = useTranslation()
  const [text, dot] = STATE_COLORS[state]
  return (
    <span className={clsx('mr-2 inline-flex items-center gap-1.5 font-medium', text)}>
      <span aria-hidden="true" className={clsx('size-2 flex-none rounded-full', dot)} />
      {t(`webhooks.state.${state}`)}
    </span>
  )
}

function useFacts({ state, events, waiting, failingSince, lastDeliveredAt }: Webhook) {
  const { t, language } = useTranslation()
  const now = useNow().getTime()
  const relative = (time: string) => formatRelative(Date.parse(time), now, toLocale(language))
  return [
    events.length === EVENT_TYPES.length ? t('webhooks.allEvents') : t('webhooks.events', { count: events.length }),
    lastDeliveredAt === null
      ? t('webhooks.neverDelivered')
      : t('webhooks.lastDelivered', { time: relative(lastDeliveredAt) }),
    state === 'failing' && failingSince !== null && t('webhooks.failingSince', { time: relative(failingSince) }),
    waiting > 0 && t('webhooks.waiting', { count: waiting }),
  ].filter(Boolean)
}
