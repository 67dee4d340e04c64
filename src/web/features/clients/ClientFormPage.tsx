import { useQuery } from '@tanstack/react-query'
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

const PAGE = '/clients'
const Values = z.required(ClientChange)

export function NewClientPage() {
  return <ClientForm />
}

export function EditClientPage() {
  const { t } = useTranslation()
  const list = useQuery({ ...clientList.query, refetchOnMount: 'always' })
  return (
    <EditPage
      title={t('shell.page.client')}
      list={list}
      backTo={PAGE}
      namespace="clients"
      notFound={t('message.clientNotFound')}
    >
      {(client) => <ClientForm key={client.id} client={client} />}
    </EditPage>
  )
}

function ClientForm({ client }: { client?: Client }) {
  const { t } = useTranslation()
  const form = useItemForm(Values, {
    resource: clientList,
    item: client,
    initial: client ?? { name: '', contactInfo: '', color: defaultColors().client },
    backTo: PAGE,
    namespace: 'clients',
  })

  return (
    <FormPage title={t(client ? 'shell.page.client' : 'shell.page.newClient')} form={form} backTo={PAGE}>
      <Field
        label={t('clients.form.name')}
        autoComplete="off"
        autoFocus={client === undefined}
        {...form.field('name')}
      />
      <TextArea
        label={t('clients.form.contactInfo')}
        help={t('clients.form.contactHelp')}
        {...form.field('contactInfo')}
      />
      <ColorField label={t('clients.form.color')} {...form.control('color')} />
    </FormPage>
  )
}
