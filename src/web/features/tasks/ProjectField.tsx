import { useProjectOptions } from '#web/features/projects/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LazyComboBox } from '#web/ui/options/LazyComboBox.tsx'

interface ProjectFieldProps {
  name: string
  /** Empty if no project is selected. */
  value: string
  onChange: (project: string) => void
  error?: string | undefined
}

export function ProjectField({ value, onChange, ...field }: ProjectFieldProps) {
  const { t } = useTranslation()
  const selection = { value: value || undefined, onChange: (id: string | undefined) => onChange(id ?? '') }
  return (
    <LazyComboBox
      label={t('tasks.form.project')}
      help={t('tasks.form.projectHelp')}
      {...selection}
      {...useProjectOptions(selection)}
      {...field}
    />
  )
}
