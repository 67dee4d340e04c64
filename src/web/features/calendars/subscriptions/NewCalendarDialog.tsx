import { type ComponentProps, useId, useMemo, useState } from 'react'
import { type Calendar, CalendarDraft, CalendarFileDraft, calendars } from '#contract/integrations/calendars.ts'
import { leastUsedColor } from '#core/color.ts'
import { ApiError } from '#web/api/api-error.ts'
import { newId } from '#web/api/new-id.ts'
import { useCalendarChange, useCalendarUpload } from '#web/features/calendars/queries.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { SegmentedControl } from '#web/ui/fields/SegmentedControl.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { CalendarFields } from './CalendarFields.tsx'

interface NewCalendarDialogProps {
  known: readonly Calendar[]
  onClose: () => void
}

/** Adds a calendar by its address or from a file. */
export function NewCalendarDialog({ known, onClose }: NewCalendarDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const [file, setFile] = useState<File>()
  const [source, setSource] = useState<'address' | 'file'>('address')
  const form = useNewCalendar({ known, onClose, source, file })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || form.isBusy || onClose()}
      title={t('calendars.calendar.new')}
      actions={
        <>
          <Button disabled={form.isBusy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.isBusy}>
            {t('calendars.calendar.add')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="grid gap-4">
        <SegmentedControl
          label={t('calendars.calendar.source')}
          options={[
            { value: 'address', label: t('calendars.calendar.byAddress') },
            { value: 'file', label: t('calendars.calendar.byFile') },
          ]}
          value={source}
          onChange={setSource}
        />
        {source === 'address' ? <AddressField {...form.field('address')} /> : <FileField onChange={setFile} />}
        <CalendarFields name={form.field('name')} color={form.control('color')} project={form.control('project')} />
        <p role="alert" className={`${classes.error} empty:hidden`}>
          {form.error}
        </p>
      </form>
    </Dialog>
  )
}

function AddressField(field: Omit<ComponentProps<typeof Field>, 'label'>) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('calendars.calendar.address')}
      help={t('calendars.calendar.addressHelp')}
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      autoFocus
      {...field}
    />
  )
}

function FileField({ onChange }: { onChange: (file: File | undefined) => void }) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('calendars.calendar.file')}
      help={t('calendars.calendar.fileHelp')}
      type="file"
      accept=".ics,text/calendar"
      onChange={({ target }) => onChange(target.files?.[0])}
      className="py-1.5"
    />
  )
}

interface NewCalendarOptions extends NewCalendarDialogProps {
  source: 'address' | 'file'
  file: File | undefined
}

function useNewCalendar({ known, onClose, source, file }: NewCalendarOptions) {
  const { t } = useTranslation()
  const create = useCalendarChange(calendars.create)
  const upload = useCalendarUpload()
  const id = useMemo(() => newId(), [])
  const color = leastUsedColor(known.map((calendar) => calendar.color))
  return useContractForm(source === 'file' ? CalendarFileDraft : CalendarDraft, {
    initial: { name: '', address: '', color, project: null, zone: currentZone() },
    onSubmit: async ({ name, address, color, project, zone }) => {
      const fields = { id, name, color, zone }
      if (source === 'address') await create.mutateAsync({ body: { ...fields, address, project } })
      else if (file === undefined) throw new ApiError('invalid', { message: t('calendars.calendar.fileRequired') })
      else await upload.mutateAsync({ query: { ...fields, ...(project !== null && { project }) }, file })
      toast.show(t('calendars.in.added'))
      onClose()
    },
    fallback: 'calendars.failed.calendar',
  })
}
