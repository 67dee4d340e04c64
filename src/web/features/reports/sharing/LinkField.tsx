import { Copy } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'

interface LinkFieldProps {
  link: string
  /** It was made just now: it is selected. */
  isNew: boolean
}

/** The link of a shared report with a button that copies it. */
export function LinkField({ link, isNew }: LinkFieldProps) {
  const { t } = useTranslation()
  const copy = useCopyLink()
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field
          label={t('sharedReports.link')}
          readOnly
          autoFocus={isNew}
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <Button icon={<Copy size={16} strokeWidth={1.75} aria-hidden="true" />} onClick={() => copy(link)}>
        {t('sharedReports.copy')}
      </Button>
    </div>
  )
}

export function useCopyLink() {
  const { t } = useTranslation()
  return (link: string) =>
    void navigator.clipboard.writeText(link).then(
      () => toast.show(t('sharedReports.copied'), { tone: 'success' }),
      () => toast.show(t('sharedReports.copyFailed'), { tone: 'danger' }),
    )
}
