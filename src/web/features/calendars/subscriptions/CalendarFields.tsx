import type { ComponentProps } from 'react'
import { useProjectOptions } from '#web/features/projects/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ColorField } from '#web/ui/fields/ColorField.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { LazyComboBox } from '#web/ui/options/LazyComboBox.tsx'

interface CalendarFieldsProps {
  name: Omit<ComponentProps<typeof Field>, 'label'>
  color: Omit<ComponentProps<typeof ColorField>, 'label'>
  project: ProjectControl
}

interface ProjectControl {
  value: string | null | undefined
  onChange: (id: string | null) => void
  error?: string | undefined
}

/** How a calendar looks, and whose work its events usually are. */
export function CalendarFields({ name, color, project }: CalendarFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('calendars.calendar.name')} autoComplete="off" maxLength={100} {...name} />
      <ColorField label={t('calendars.calendar.color')} isNarrow {...color} />
      <ProjectField {...project} />
    </>
  )
}

function ProjectField({ value, onChange, error }: ProjectControl) {
  const { t } = useTranslation()
  const choice = { value: value ?? undefined, onChange: (id: string | undefined) => onChange(id ?? null) }
  return (
    <LazyComboBox
      label={t('calendars.calendar.project')}
      help={t('calendars.calendar.projectHelp')}
      placeholder={t('calendars.calendar.noProject')}
      error={error}
      {...choice}
      options={useProjectOptions(choice).options}
    />
  )
}
