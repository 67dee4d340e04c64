import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'

const EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto'

function isFromRitmo(secret, headers, body) {
  const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = Buffer.from('v1,' + createHmac('sha256', key).update(signed).digest('base64'))
  return headers['webhook-signature'].split(' ').some((given) =>
    given.length === expected.length && timingSafeEqual(Buffer.from(given), expected))
}`

export function NoWebhooks({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <EmptyState
        message={t('webhooks.none')}
        action={
          <Button variant="primary" onClick={onAdd}>
            {t('webhooks.add')}
          </Button>
        }
      />
      <figure className="grid gap-2 border-t border-line px-5 py-4">
        <figcaption className="text-caption text-ink-2">{t('webhooks.noneExample')}</figcaption>
        <pre className="rounded-control border border-line bg-canvas px-4 py-3 font-mono text-caption wrap-anywhere whitespace-pre-wrap">
          <code translate="no">{EXAMPLE}</code>
        </pre>
      </figure>
    </>
  )
}
