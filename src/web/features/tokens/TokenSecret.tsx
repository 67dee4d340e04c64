import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'

interface TokenSecretProps {
  name: string
  secret: string
  onDone: () => void
}

/** Shows a new token, once: the server has only its hash. */
export function TokenSecret({ name, secret, onDone }: TokenSecretProps) {
  const { t } = useTranslation()
  const title = useRef<HTMLHeadingElement>(null)
  // Keyboard and screen reader go on here: the form that had the focus is gone.
  useEffect(() => title.current?.focus(), [])
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    toast.show(t('tokens.copied'))
  }
  return (
    <section className="grid gap-4 rounded-panel border border-accent bg-surface p-5">
      <div className="grid gap-1">
        <h2 ref={title} tabIndex={-1} className="text-heading outline-none">
          {t('tokens.madeTitle', { name })}
        </h2>
        <p className="text-secondary text-pretty text-ink-2">{t('tokens.madeText')}</p>
      </div>
      <Field
        label={t('tokens.token')}
        readOnly
        spellCheck={false}
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2.5">
        {/* Browsers offer the clipboard on https and localhost only. */}
        {'clipboard' in navigator && (
          <Button variant="primary" onClick={() => void copy()}>
            {t('tokens.copy')}
          </Button>
        )}
        <Button onClick={onDone}>{t('tokens.done')}</Button>
      </div>
    </section>
  )
}
