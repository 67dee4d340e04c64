import { type FormEvent, useState } from 'react'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'

interface PasswordFormProps {
  /** Why the last password did not open the report. */
  error: unknown
  onSubmit: (password: string) => Promise<void>
}

export function PasswordForm({ error, onSubmit }: PasswordFormProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return
    setIsBusy(true)
    await onSubmit(password)
    setIsBusy(false)
  }
  return (
    <form
      onSubmit={(event) => void handleSubmit(event)}
      className="mx-auto mt-[12vh] grid max-w-95 gap-5 rounded-panel border border-line bg-surface p-6"
    >
      <div className="grid gap-1.5">
        <h1 className="text-subtitle">{t('reports.shared.title')}</h1>
        <p className="text-secondary text-ink-2">{t('reports.shared.locked')}</p>
      </div>
      <PasswordField
        label={t('reports.shared.password')}
        autoComplete="off"
        autoFocus
        required
        maxLength={128}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error === undefined ? undefined : errorMessage(error, t)}
      />
      <Button type="submit" variant="primary" busy={isBusy} className="h-11">
        {t('reports.shared.open')}
      </Button>
    </form>
  )
}
