import * as z from 'zod/mini'
import { type Client, ClientChange } from '#contract/clients.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { EditPage } from '#web/resources/form/EditPage.tsx'
import { FormPage } from '#web/resources/form/FormPage.tsx'
import { useItemForm } from '#web/resources/form/useItemForm.ts'
import { ColorField } from '#web/ui/fields/ColorField.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { defaultColors } from '#web/ui/theme/theme.ts'
import { clientList } from './queries.ts'

const Values = z.required(ClientChange)

export function EditClientPage() {
  return <EditPage resource="clients" list={clientList.useFreshList()} Form={ClientForm} />
}

/** Without an item, the form of a new one. */
export function ClientForm({ item }: { item?: Client }) {
  const { t } = useTranslation()
  const { form, page } = useItemForm('clients', Values, {
    list: clientList,
    item,
    initial: item ?? { name: '', contactInfo: '', color: defaultColors().client },
  })

  return (
    <FormPage {...page}>
      <Field label={t('clients.form.name')} autoComplete="off" autoFocus={!item} {...form.field('name')} />
      <TextArea
        label={t('clients.form.contactInfo')}
        help={t('clients.form.contactHelp')}
        {...form.field('contactInfo')}
      />
      <ColorField label={t('clients.form.color')} {...form.control('color')} />
    </FormPage>
  )
}
