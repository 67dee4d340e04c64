import { type Webhook, webhooks } from '#contract/integrations/webhooks.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
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
  onClose: () => void
}

/** What a menu item of a webhook opens. */
export function WebhookDialog({ asked: { action, webhook }, onSecret, onClose }: WebhookDialogProps) {
  if (action === 'log') return <DeliveryLog webhook={webhook} onClose={onClose} />
  if (action === 'resume') return <ResumeDialog webhook={webhook} onClose={onClose} />
  if (action === 'rotate') return <RotateDialog webhook={webhook} onSecret={onSecret} onClose={onClose} />
  return <RemoveDialog webhook={webhook} onClose={onClose} />
}

type DialogProps = Pick<PendingAction, 'webhook'> & Pick<WebhookDialogProps, 'onClose'>

/** Events wait: they are sent, or given up. */
function ResumeDialog({ webhook: { id, waiting }, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { mutateAsync: resume } = useWebhookAction(webhooks.resume, { showsError: true })
  const resumeAnd = async (waiting: 'send' | 'drop') => {
    await resume({ params: { id }, body: { waiting } })
    toast.show(t('webhooks.resumed'))
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      tone="primary"
      title={t('webhooks.resumeTitle')}
      confirmLabel={t('webhooks.resumeSend')}
      onConfirm={() => resumeAnd('send')}
      alternative={{ label: t('webhooks.resumeDrop'), onPress: () => void resumeAnd('drop') }}
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

function RemoveDialog({ webhook: { id, url }, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { mutateAsync: remove } = useWebhookAction(webhooks.remove, { showsError: true })
  const confirm = async () => {
    await remove({ params: { id } })
    toast.show(t('webhooks.removed'))
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
