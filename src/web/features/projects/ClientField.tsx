import { useClientOptions } from '#web/features/clients/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LazyComboBox } from '#web/ui/options/LazyComboBox.tsx'

interface ClientFieldProps {
  name: string
  value: string | null
  onChange: (client: string | null) => void
  error?: string | undefined
}

const NONE = 'none'

export function ClientField({ value, onChange, ...field }: ClientFieldProps) {
  const { t } = useTranslation()
  const choose = (id: string | undefined) => onChange(id === undefined || id === NONE ? null : id)
  const { options, onCreate } = useClientOptions({ value: value ?? undefined, onChange: choose })
  return (
    <LazyComboBox
      label={t('projects.form.client')}
      help={t('projects.form.clientHelp')}
      options={[{ id: NONE, label: t('projects.form.noClient') }, ...options]}
      value={value ?? NONE}
      onChange={choose}
      onCreate={onCreate}
      {...field}
    />
  )
}
