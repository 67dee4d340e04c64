import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import styles from './RecoveryCodes.module.css'

/** Shows new recovery codes, once: the server has only their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const title = useRef<HTMLHeadingElement>(null)
  // Keyboard and screen reader go on here: the form that had the focus is gone.
  useEffect(() => title.current?.focus(), [])
  const text = `${codes.join('\n')}\n`

  async function copy() {
    await navigator.clipboard.writeText(text)
    toast.show(t('settings.recovery.copied'))
  }

  function download() {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = 'ritmo-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }

  return (
    <section className="grid gap-4 pb-6">
      <div className={`grid gap-3 ${styles['codes']}`}>
        <h3 ref={title} tabIndex={-1} className="text-body font-strong outline-none">
          {t('settings.recovery.title')}
        </h3>
        <p className="text-secondary text-pretty text-ink-2">{t('settings.recovery.text')}</p>
        <ol className="grid grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))] gap-x-6 gap-y-1 rounded-control border border-line bg-canvas px-4 py-3 tracking-wide text-secondary">
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => void copy()}>{t('settings.recovery.copy')}</Button>
        <Button onClick={download}>{t('settings.recovery.download')}</Button>
        <Button onClick={() => window.print()}>{t('settings.recovery.print')}</Button>
        <Button variant="primary" className="ml-auto" onClick={onDone}>
          {t('settings.recovery.done')}
        </Button>
      </div>
    </section>
  )
}
