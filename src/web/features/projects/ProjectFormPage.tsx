import { type Project, PROJECT_DEFAULTS, ProjectFields } from '#contract/projects.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { EditPage } from '#web/resources/form/EditPage.tsx'
import { FormPage } from '#web/resources/form/FormPage.tsx'
import { useItemForm } from '#web/resources/form/useItemForm.ts'
import { ColorField } from '#web/ui/fields/ColorField.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { SegmentedControlField } from '#web/ui/fields/SegmentedControlField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { ClientField } from './ClientField.tsx'
import { ProjectTabs } from './page/ProjectTabs.tsx'
import { ProjectTimerPreview } from './ProjectTimerPreview.tsx'
import { projectList } from './queries.ts'

const NEW = { name: '', ...PROJECT_DEFAULTS }

export function EditProjectPage() {
  return <EditPage resource="projects" list={projectList.useFreshList()} Form={ProjectForm} />
}

/** Without an item, the form of a new one. */
export function ProjectForm({ item }: { item?: Project }) {
  const { t } = useTranslation()
  const { form, page } = useItemForm('projects', ProjectFields, { list: projectList, item, initial: item ?? NEW })
  const { name, color } = form.values

  return (
    <FormPage {...page}>
      {item !== undefined && <ProjectTabs id={item.id} />}
      <ProjectTimerPreview name={name} color={color} />
      <Field label={t('projects.form.name')} autoComplete="off" autoFocus={!item} {...form.field('name')} />
      <ClientField {...form.control('client')} />
      <ColorField label={t('projects.form.color')} {...form.control('color')} />
      <TextArea label={t('projects.form.description')} {...form.field('description')} />
      {item !== undefined && (
        <SegmentedControlField
          label={t('projects.form.status')}
          help={t('projects.form.statusHelp')}
          options={STATUSES.map((status) => ({ value: status, label: t(`projects.form.${status}`) }))}
          {...form.control('status')}
        />
      )}
    </FormPage>
  )
}

const STATUSES = ['active', 'archived'] as const
