import { type Webhook, webhooks } from '#contract/integrations/webhooks.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { DeliveryLog } from './DeliveryLog.tsx'
import { useWebhookAction } from './queries.ts'

export interface PendingAction {
  action: 'log' | 'resume' | 'rotate' | 'remove'
  webhook: Webhook
}

interface WebhookDialogProps {
  asked: PendingAction
  onSecret: (secret: string) => void
  /** Called before the webhook is deleted. */
  onRemove: () => void
  onClose: () => void
}

/** What a menu item of a webhook opens. */
export function WebhookDialog({ asked: { action, webhook }, onSecret, onRemove, onClose }: WebhookDialogProps) {
  if (action === 'log') return <DeliveryLog webhook={webhook} onClose={onClose} />
  if (action === 'resume') return <ResumeDialog webhook={webhook} onClose={onClose} />
  if (action === 'rotate') return <RotateDialog webhook={webhook} onSecret={onSecret} onClose={onClose} />
  return <RemoveDialog webhook={webhook} onRemove={onRemove} onClose={onClose} />
}

type DialogProps = Pick<PendingAction, 'webhook'> & Pick<WebhookDialogProps, 'onClose'>

/** Events wait: they are sent, or given up. */
function ResumeDialog({ webhook: { id, waiting }, onClose }: DialogProps) {
  const { t } = useTranslation()
  const done = t('webhooks.resumed')
  const send = useWebhookAction(webhooks.resume, { done, showsError: true })
  // Its error is a message, because the dialog is closed by then.
  const drop = useWebhookAction(webhooks.resume, { done })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      tone="primary"
      title={t('webhooks.resumeTitle')}
      confirmLabel={t('webhooks.resumeSend')}
      onConfirm={() => send.mutateAsync({ params: { id }, body: { waiting: 'send' } })}
      alternative={{
        label: t('webhooks.resumeDrop'),
        onPress: () => drop.mutate({ params: { id }, body: { waiting: 'drop' } }),
      }}
      describeError={(error) => errorMessage(error, t)}
    >
      {t('webhooks.resumeText', { count: waiting })}
    </ConfirmDialog>
  )
}

function RotateDialog({ webhook: { id }, onSecret, onClose }: DialogProps & Pick<WebhookDialogProps, 'onSecret'>) {
  const { t } = useTranslation()
  const { mutateAsync: rotate } = useWebhookAction(webhooks.rotateSecret, { showsError: true })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      tone="primary"
      title={t('webhooks.rotateTitle')}
      confirmLabel={t('webhooks.rotateConfirm')}
      onConfirm={async () => onSecret((await rotate({ params: { id } })).secret)}
      describeError={(error) => errorMessage(error, t)}
    >
      {t('webhooks.rotateText')}
    </ConfirmDialog>
  )
}

function RemoveDialog({ webhook: { id, url }, onRemove, onClose }: DialogProps & Pick<WebhookDialogProps, 'onRemove'>) {
  const { t } = useTranslation()
  const { mutateAsync: remove } = useWebhookAction(webhooks.remove, { done: t('webhooks.removed'), showsError: true })
  const confirm = async () => {
    onRemove()
    await remove({ params: { id } })
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('webhooks.removeTitle')}
      confirmLabel={t('webhooks.remove')}
      onConfirm={confirm}
      describeError={(error) => errorMessage(error, t)}
    >
      <span className="wrap-anywhere">{t('webhooks.removeText', { url })}</span>
    </ConfirmDialog>
  )
}
