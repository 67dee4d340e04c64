import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { type CalendarFeed, CalendarFeedDraft, calendarFeeds, MAX_FEED_DAYS } from '#contract/integrations/calendars.ts'
import { newId } from '#web/api/new-id.ts'
import { useFeedChange } from '#web/features/calendars/queries.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { LazyTagField } from '#web/ui/options/LazyTagField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'

interface FeedDialogProps {
  /** Undefined for a new one. */
  feed: CalendarFeed | undefined
  onClose: () => void
  /** Called with the address of a new feed. */
  onMade: (address: string) => void
}

/** What a feed shows. */
export function FeedDialog({ feed, onClose, onMade }: FeedDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const form = useFeedForm({ feed, onClose, onMade })
  const { hasNotes } = form.values
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || form.isBusy || onClose()}
      title={t(feed === undefined ? 'calendars.feed.new' : 'calendars.feed.edit')}
      actions={
        <>
          <Button disabled={form.isBusy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.isBusy}>
            {t(feed === undefined ? 'calendars.feed.make' : 'calendars.feed.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="grid gap-4">
        <Field
          label={t('calendars.feed.name')}
          help={t('calendars.feed.nameHelp')}
          autoComplete="off"
          autoFocus
          maxLength={100}
          {...form.field('name')}
        />
        <SubjectFields form={form} />
        <NumberField
          label={t('calendars.feed.days')}
          min={1}
          max={MAX_FEED_DAYS}
          {...form.control('days')}
          value={form.values.days ?? 90}
        />
        <Switch
          help={t('calendars.feed.notesHelp')}
          isSelected={hasNotes ?? true}
          onChange={(isOn) => form.control('hasNotes').onChange(isOn)}
        >
          {t('calendars.feed.notes')}
        </Switch>
        <p role="alert" className={`${classes.error} empty:hidden`}>
          {form.error}
        </p>
      </form>
    </Dialog>
  )
}

type FeedForm = ReturnType<typeof useFeedForm>

/** With neither, the feed has all entries. */
function SubjectFields({ form }: { form: FeedForm }) {
  const { t } = useTranslation()
  const { data: projects = [] } = useQuery(projectList.query)
  const { data: clients = [] } = useQuery(clientList.query)
  const [projectField, clientField] = [form.control('projects'), form.control('clients')]
  return (
    <>
      {clients.length > 0 && (
        <LazyTagField
          label={t('calendars.feed.clients')}
          placeholder={t('calendars.feed.all')}
          value={clientField.value ?? []}
          onChange={clientField.onChange}
          error={clientField.error}
          options={clients.map(({ id, name, color }) => ({ id, label: name, color }))}
        />
      )}
      <LazyTagField
        label={t('calendars.feed.projects')}
        placeholder={t('calendars.feed.all')}
        value={projectField.value ?? []}
        onChange={projectField.onChange}
        error={projectField.error}
        options={projects.map(({ id, name, color }) => ({ id, label: name, color }))}
      />
    </>
  )
}

function useFeedForm({ feed, onClose, onMade }: FeedDialogProps) {
  const { t } = useTranslation()
  const create = useFeedChange(calendarFeeds.create)
  const update = useFeedChange(calendarFeeds.update)
  const id = useMemo(() => newId(), [])
  const { name = t('calendars.feed.nameDefault'), clients = [], projects = [], hasNotes = true, days = 90 } = feed ?? {}
  return useContractForm(CalendarFeedDraft, {
    initial: { name, clients, projects, hasNotes, days },
    onSubmit: async (values) => {
      if (feed === undefined) {
        const { address } = await create.mutateAsync({ body: { ...values, id } })
        onClose()
        if (address !== null) onMade(address)
      } else {
        await update.mutateAsync({ params: { id: feed.id }, body: values })
        toast.show(t('calendars.feed.saved'))
        onClose()
      }
    },
    fallback: 'calendars.failed.save',
  })
}
