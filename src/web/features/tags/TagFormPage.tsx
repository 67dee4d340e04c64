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

const Values = z.required(TagChange)

export function EditTagPage() {
  return <EditPage resource="tags" list={tagList.useFreshList()} Form={TagForm} />
}

/** Without an item, the form of a new one. */
export function TagForm({ item }: { item?: Tag }) {
  const { t } = useTranslation()
  const { form, page } = useItemForm('tags', Values, {
    list: tagList,
    item,
    initial: item ?? { name: '', color: defaultColors().tag },
  })
  const { name, color } = form.values

  return (
    <FormPage {...page}>
      <TagPreview name={name} color={color} />
      <Field label={t('tags.form.name')} autoComplete="off" autoFocus={!item} {...form.field('name')} />
      <ColorField label={t('tags.form.color')} {...form.control('color')} />
    </FormPage>
  )
}
