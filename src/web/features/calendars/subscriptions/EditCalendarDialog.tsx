import { useId } from 'react'
import { type Calendar, CalendarForm, calendars } from '#contract/integrations/calendars.ts'
import { useCalendarChange } from '#web/features/calendars/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { CalendarFields } from './CalendarFields.tsx'

interface EditCalendarDialogProps {
  calendar: Calendar
  onClose: () => void
}

export function EditCalendarDialog({ calendar, onClose }: EditCalendarDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const { host } = calendar
  const form = useCalendarForm({ calendar, onClose })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || form.isBusy || onClose()}
      title={t('calendars.calendar.edit')}
      actions={
        <>
          <Button disabled={form.isBusy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.isBusy}>
            {t('calendars.calendar.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="grid gap-4">
        <CalendarFields name={form.field('name')} color={form.control('color')} project={form.control('project')} />
        {host !== null && (
          <Field
            label={t('calendars.calendar.newAddress')}
            help={t('calendars.calendar.newAddressHelp', { host })}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            {...form.field('address')}
          />
        )}
        <p role="alert" className={`${classes.error} empty:hidden`}>
          {form.error}
        </p>
      </form>
    </Dialog>
  )
}

function useCalendarForm({ calendar: { id, name, color, project }, onClose }: EditCalendarDialogProps) {
  const { t } = useTranslation()
  const update = useCalendarChange(calendars.update)
  return useContractForm(CalendarForm, {
    initial: { name, color, project, address: '' },
    onSubmit: async ({ address, ...change }) => {
      await update.mutateAsync({ params: { id }, body: { ...change, ...(address !== '' && { address }) } })
      toast.show(t('calendars.calendar.saved'))
      onClose()
    },
    fallback: 'calendars.failed.calendar',
  })
}
