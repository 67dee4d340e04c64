import { useTranslation } from '#web/i18n/i18n.ts'

const EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto'

function isFromRitmo(secret, headers, body) {
  const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = Buffer.from('v1,' + createHmac('sha256', key).update(signed).digest('base64'))
  return headers['webhook-signature'].split(' ').some((given) =>
    given.length === expected.length && timingSafeEqual(Buffer.from(given), expected))
}`

/** How a receiver finds out who has sent a request. */
export function ReceiverGuide() {
  const { t } = useTranslation()
  return (
    <details className="rounded-panel border border-line bg-surface px-5">
      <summary className="w-fit cursor-pointer py-3.5 text-secondary font-medium text-ink-2 hover:text-ink">
        {t('webhooks.guide')}
      </summary>
      <p className="mb-2 text-caption text-ink-2">{t('webhooks.example')}</p>
      <pre className="mb-5 rounded-control border border-line bg-canvas px-4 py-3 text-caption wrap-anywhere whitespace-pre-wrap">
        <code translate="no">{EXAMPLE}</code>
      </pre>
    </details>
  )
}
