import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Tag, TagChange } from '#contract/tags.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { EditPage } from '#web/resources/form/EditPage.tsx'
import { FormPage } from '#web/resources/form/FormPage.tsx'
import { useItemForm } from '#web/resources/form/useItemForm.ts'
import { ColorField } from '#web/ui/fields/ColorField.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { defaultColors } from '#web/ui/theme/theme.ts'
import { tagList } from './queries.ts'
import { TagPreview } from './TagPreview.tsx'

const PAGE = '/tags'
const Values = z.required(TagChange)

export function NewTagPage() {
  return <TagForm />
}

export function EditTagPage() {
  const { t } = useTranslation()
  const list = useQuery({ ...tagList.query, refetchOnMount: 'always' })
  return (
    <EditPage
      title={t('shell.page.tag')}
      list={list}
      backTo={PAGE}
      namespace="tags"
      notFound={t('message.tagNotFound')}
    >
      {(tag) => <TagForm key={tag.id} tag={tag} />}
    </EditPage>
  )
}

function TagForm({ tag }: { tag?: Tag }) {
  const { t } = useTranslation()
  const form = useItemForm(Values, {
    resource: tagList,
    item: tag,
    initial: tag ?? { name: '', color: defaultColors().tag },
    backTo: PAGE,
    namespace: 'tags',
  })
  const { name, color } = form.values

  return (
    <FormPage title={t(tag ? 'shell.page.tag' : 'shell.page.newTag')} form={form} backTo={PAGE}>
      <TagPreview name={name} color={color} />
      <Field label={t('tags.form.name')} autoComplete="off" autoFocus={tag === undefined} {...form.field('name')} />
      <ColorField label={t('tags.form.color')} {...form.control('color')} />
    </FormPage>
  )
}
