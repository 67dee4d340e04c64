import { Ellipsis } from 'lucide-react'
import { type Webhook, webhooks } from '#contract/integrations/webhooks.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { afterMenuCloses } from '#web/ui/overlays/menu-focus.ts'
import { Menu } from '#web/ui/overlays/Menu.tsx'
import { MenuItem } from '#web/ui/overlays/MenuItem.tsx'
import { MenuSeparator } from '#web/ui/overlays/MenuSeparator.tsx'
import { useWebhookAction } from './queries.ts'
import type { PendingAction } from './WebhookDialog.tsx'

export interface WebhookMenuProps {
  webhook: Webhook
  onEdit: () => void
  onAsk: (asked: PendingAction) => void
}

export function WebhookMenu({ webhook, onEdit, onAsk }: WebhookMenuProps) {
  const { t } = useTranslation()
  const { id, url, state, waiting } = webhook
  const input = { params: { id } }
  const pause = useWebhookAction(webhooks.pause, { done: t('webhooks.paused') })
  const resume = useWebhookAction(webhooks.resume, { done: t('webhooks.resumed') })
  const ask = (action: PendingAction['action']) => () => afterMenuCloses(() => onAsk({ action, webhook }))
  const handleResume = () => (waiting > 0 ? ask('resume')() : resume.mutate({ ...input, body: {} }))

  return (
    <Menu
      placement="bottom end"
      trigger={<IconButton label={t('webhooks.actions', { url })} icon={<Ellipsis size={18} />} />}
    >
      <MenuItem onAction={ask('log')}>{t('webhooks.log')}</MenuItem>
      <MenuItem onAction={() => afterMenuCloses(onEdit)}>{t('webhooks.edit')}</MenuItem>
      {state === 'paused' ? (
        <MenuItem onAction={handleResume}>{t('webhooks.resume')}</MenuItem>
      ) : (
        <MenuItem onAction={() => pause.mutate(input)}>{t('webhooks.pause')}</MenuItem>
      )}
      <MenuItem onAction={ask('rotate')}>{`${t('webhooks.rotate')}…`}</MenuItem>
      <MenuSeparator />
      <MenuItem tone="danger" onAction={ask('remove')}>
        {`${t('webhooks.remove')}…`}
      </MenuItem>
    </Menu>
  )
}
