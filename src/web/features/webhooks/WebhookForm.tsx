import { type FormEvent, useId, useState } from 'react'
import { type Webhook, webhooks } from '#contract/integrations/webhooks.ts'
import { EVENT_TYPES, type EventGroup, type EventType, WEBHOOK_EVENTS } from '#core/webhooks/event-types.ts'
import { ApiError } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { eventNameKey } from './event-names.ts'
import { useWebhookAction } from './queries.ts'
import styles from './webhook-events.module.css'

interface WebhookFormProps {
  /** Undefined: a new one. */
  webhook: Webhook | undefined
  onAdded: (secret: string) => void
  onClose: () => void
}

/** Adds or edits a webhook. */
export function WebhookForm({ webhook, onAdded, onClose }: WebhookFormProps) {
  const { t } = useTranslation()
  const formId = useId()
  const [draft, setDraft] = useState<Draft>({ url: webhook?.url ?? '', events: webhook?.events ?? EVENT_TYPES })
  const { save, isPending, error } = useSave(webhook, onAdded, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(draft)
  }
  const problems = useProblems(error)
  const isNew = webhook === undefined
  return (
    <Dialog
      isOpen
      isWide
      onOpenChange={(isOpen) => isOpen || isPending || onClose()}
      title={t(isNew ? 'webhooks.addTitle' : 'webhooks.editTitle')}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending}>
            {t(isNew ? 'webhooks.add' : 'webhooks.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label={t('webhooks.url')}
          help={t('webhooks.urlHelp')}
          error={problems.url}
          type="url"
          inputMode="url"
          placeholder="https://example.org/hook"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={draft.url}
          onChange={({ target }) => setDraft({ ...draft, url: target.value })}
        />
        <EventChoices events={draft.events} onChange={(events) => setDraft({ ...draft, events })} />
        <p role="alert" className={`${classes.error} empty:hidden`}>
          {problems.form}
        </p>
      </form>
    </Dialog>
  )
}

/** What the server says of the address, and of everything else. */
function useProblems(error: Error | null): { url?: string | undefined; form?: string } {
  const { t } = useTranslation()
  if (error === null) return {}
  const { url, events } = error instanceof ApiError ? error.details : {}
  return url === undefined ? { form: events ?? errorMessage(error, t) } : { url }
}

interface Draft {
  url: string
  events: readonly EventType[]
}

function useSave(webhook: Webhook | undefined, onAdded: (secret: string) => void, onClose: () => void) {
  const { t } = useTranslation()
  const create = useWebhookAction(webhooks.create, { showsError: true })
  const update = useWebhookAction(webhooks.update, { done: t('webhooks.saved'), showsError: true })
  const save = ({ url, events }: Draft) => {
    const body = { url, events: [...events] }
    if (webhook === undefined)
      create.mutate(
        { body },
        {
          onSuccess: ({ secret }) => {
            onClose()
            onAdded(secret)
          },
        },
      )
    else update.mutate({ params: { id: webhook.id }, body }, { onSuccess: onClose })
  }
  const { isPending, error } = webhook === undefined ? create : update
  return { save, isPending, error }
}

interface EventChoicesProps {
  events: readonly EventType[]
  onChange: (events: readonly EventType[]) => void
}

const GROUPS = Object.keys(WEBHOOK_EVENTS) as EventGroup[]

/** The events by group; a group is chosen as a whole or one by one. */
function EventChoices({ events, onChange }: EventChoicesProps) {
  const { t } = useTranslation()
  const set = (types: readonly EventType[], isChosen: boolean) =>
    onChange(EVENT_TYPES.filter((type) => (types.includes(type) ? isChosen : events.includes(type))))
  return (
    <fieldset className="grid gap-3">
      <legend className={`${classes.label} mb-3`}>{t('webhooks.chooseEvents')}</legend>
      <ChooseSome types={EVENT_TYPES} label={t('webhooks.chooseAll')} events={events} onSet={set} />
      {GROUPS.map((group) => (
        <div key={group} role="group" aria-label={t(`webhooks.groups.${group}`)} className={styles['group']}>
          <ChooseSome types={WEBHOOK_EVENTS[group]} label={t(`webhooks.groups.${group}`)} events={events} onSet={set} />
          <div className={styles['events']}>
            {WEBHOOK_EVENTS[group].map((type) => (
              <ChooseSome key={type} types={[type]} label={t(eventNameKey(type))} events={events} onSet={set} />
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  )
}

interface ChooseSomeProps {
  types: readonly EventType[]
  label: string
  events: readonly EventType[]
  onSet: (types: readonly EventType[], isChosen: boolean) => void
}

function ChooseSome({ types, label, events, onSet }: ChooseSomeProps) {
  const count = types.filter((type) => events.includes(type)).length
  return (
    <Checkbox
      isSelected={count === types.length}
      isIndeterminate={count > 0 && count < types.length}
      onChange={(isChosen) => onSet(types, isChosen)}
    >
      {label}
    </Checkbox>
  )
}
