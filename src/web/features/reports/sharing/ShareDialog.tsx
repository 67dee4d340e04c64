import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { SharedReport } from '#contract/integrations/shared-reports.ts'
import type { ReportView } from '#contract/report-views.ts'
import { firstWeekday } from '#core/formats.ts'
import { periodOf } from '#core/report/buckets.ts'
import { resolveRange } from '#core/report/report-search.ts'
import { DEFAULT_SHARED_FIELDS, SHARED_FIELDS, shownFields } from '#core/report/shared-report.ts'
import { ApiError } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { formatRange } from '#web/features/reports/labels/calendar-text.ts'
import { useToday } from '#web/features/reports/range/useToday.ts'
import { parseReportSearch } from '#web/features/reports/search/report-search.ts'
import { currentFormats, currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { DatePicker } from '#web/ui/date/DatePicker.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { SegmentedControlField } from '#web/ui/fields/SegmentedControlField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { lastDayOf } from './last-day.ts'
import { LinkField } from './LinkField.tsx'
import { sharedReportsQuery, type SharingChange, useShare } from './shared-report-queries.ts'

interface ShareDialogProps {
  view: Pick<ReportView, 'id' | 'name' | 'search'>
  onClose: () => void
}

/** Shares a saved view by a link, and changes what the link shows. */
export function ShareDialog({ view, onClose }: ShareDialogProps) {
  const { t } = useTranslation()
  const { data: list, isError } = useQuery({ ...sharedReportsQuery, refetchOnMount: 'always' })
  const known = list?.find(({ id }) => id === view.id)
  const formId = useId()
  const share = useShare(view.id)
  const shared = share.data ?? known
  const isLoading = list === undefined && !isError
  /** A new link is shown to be copied; a change of a known one is done. */
  const save = (change: SharingChange) =>
    share.mutate(change, {
      onSuccess: () => {
        if (shared === undefined) return
        toast.show(t('sharedReports.saved'), { tone: 'success' })
        onClose()
      },
    })
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('sharedReports.share', { name: view.name })}
      actions={
        <>
          <Button onClick={onClose}>{t(shared === undefined ? 'ui.cancel' : 'sharedReports.close')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={share.isPending} disabled={isLoading}>
            {t(shared === undefined ? 'sharedReports.create' : 'ui.save')}
          </Button>
        </>
      }
    >
      {isLoading ? (
        <Skeleton rows={5} />
      ) : (
        <div className="grid gap-5 pt-2">
          {typeof shared?.link === 'string' && <LinkField link={shared.link} isNew={share.data !== undefined} />}
          <ShareForm
            key={shared?.createdAt}
            id={formId}
            view={view}
            shared={shared}
            error={share.error}
            onSubmit={save}
          />
        </div>
      )}
    </Dialog>
  )
}

interface ShareFormProps {
  id: string
  view: ShareDialogProps['view']
  shared: SharedReport | undefined
  error: Error | null
  onSubmit: (change: SharingChange) => void
}

function ShareForm({ id, view, shared, error, onSubmit }: ShareFormProps) {
  const { t } = useTranslation()
  const form = useShareForm(shared)
  const { fields, setFields, lastDay, setLastDay } = form
  const details = error instanceof ApiError ? error.details : undefined
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(form.change())
  }
  return (
    <form id={id} noValidate onSubmit={handleSubmit} className="grid gap-5">
      <fieldset className="grid gap-2">
        <legend className={`${classes.label} mb-2`}>{t('sharedReports.shows')}</legend>
        {SHARED_FIELDS.map((field) => (
          <Checkbox
            key={field}
            isSelected={shownFields(fields)[field]}
            isDisabled={field === 'notes' && !fields.entries}
            onChange={(isShown) => setFields({ ...fields, [field]: isShown })}
          >
            {t(`sharedReports.field.${field}`)}
          </Checkbox>
        ))}
      </fieldset>
      <RangeField view={view} range={form.range} onChange={form.setRange} />
      <LinkPasswordField form={form} wasProtected={shared?.hasPassword ?? false} error={details?.['password']} />
      <DatePicker
        label={t('sharedReports.lastDay')}
        help={t('sharedReports.lastDayHelp')}
        value={lastDay}
        onChange={setLastDay}
        error={details?.['expiresAt']}
      />
      <p className="text-caption text-ink-3">{t('sharedReports.follows')}</p>
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {error !== null && details === undefined && errorMessage(error, t)}
      </p>
    </form>
  )
}

const NEW_LINK = { fields: DEFAULT_SHARED_FIELDS, range: null, hasPassword: false, expiresAt: null }

function useShareForm(shared: SharedReport | undefined) {
  const zone = currentZone()
  const before = shared ?? NEW_LINK
  const [fields, setFields] = useState({ ...before.fields })
  const [range, setRange] = useState<SharedReport['range']>(before.range)
  const [password, setPassword] = useState('')
  const [hasPassword, setHasPassword] = useState(before.hasPassword)
  const [lastDay, setLastDay] = useState(() => lastDayOf(before.expiresAt, zone))
  /** An empty password leaves the present one as it is; without one, the server refuses it. */
  const passwordChange = () => {
    if (!hasPassword) return { password: null }
    return password === '' && before.hasPassword ? {} : { password }
  }
  const change = (): SharingChange => ({
    fields,
    range,
    zone,
    ...passwordChange(),
    expiresAt: lastDay === null ? null : new Date(periodOf(lastDay, lastDay, zone).to).toISOString(),
  })
  const passwordState = { password, setPassword, hasPassword, setHasPassword }
  return { fields, setFields, range, setRange, lastDay, setLastDay, ...passwordState, change }
}

interface LinkPasswordFieldProps {
  form: ReturnType<typeof useShareForm>
  wasProtected: boolean
  error: string | undefined
}

function LinkPasswordField({ form, wasProtected, error }: LinkPasswordFieldProps) {
  const { t } = useTranslation()
  const { password, setPassword, hasPassword, setHasPassword } = form
  return (
    <div className="grid gap-2">
      <Checkbox isSelected={hasPassword} onChange={setHasPassword}>
        {t('sharedReports.protect')}
      </Checkbox>
      {hasPassword && (
        <PasswordField
          label={t('sharedReports.password')}
          help={t(wasProtected ? 'sharedReports.keepPassword' : 'sharedReports.passwordHelp')}
          autoComplete="new-password"
          required={!wasProtected}
          maxLength={128}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
        />
      )}
    </div>
  )
}

interface RangeFieldProps {
  view: ShareDialogProps['view']
  range: SharedReport['range']
  onChange: (range: SharedReport['range']) => void
}

/** Only a range that moves on with time can be fixed. */
function RangeField({ view, range, onChange }: RangeFieldProps) {
  const translation = useTranslation()
  const { t } = translation
  const today = useToday()
  const search = parseReportSearch(view.search)
  const present = resolveRange(search, today, firstWeekday(currentFormats()))
  if (search.from !== undefined) return null
  const fixed = range ?? present.range
  const kind = range === null ? present.kind : 'custom'
  return (
    <SegmentedControlField
      label={t('sharedReports.days')}
      help={range === null ? t('sharedReports.movingHelp', { zone: currentZone() }) : undefined}
      options={[
        { value: 'moving', label: t(`sharedReports.moving.${present.kind}`) },
        { value: 'fixed', label: t('sharedReports.only', { days: formatRange(kind, fixed, translation, today) }) },
      ]}
      value={range === null ? 'moving' : 'fixed'}
      onChange={(value) => onChange(value === 'moving' ? null : fixed)}
    />
  )
}
