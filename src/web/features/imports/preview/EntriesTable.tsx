import type { ImportPreview } from '#contract/files/imports.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { currentFormats } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Duration } from '#web/ui/display/Duration.tsx'
import { formatDate, SHORT_DATE } from '#web/ui/display/format-date.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { Tag } from '#web/ui/display/Tag.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { Table } from '#web/ui/layout/Table.tsx'

const NOTES_CLASS = '@max-lg:hidden'

interface EntriesTableProps {
  preview: ImportPreview
  /** The time zone of the file, so that times look as they do there. */
  zone: string
}

export function EntriesTable({ preview: { entries }, zone }: EntriesTableProps) {
  const { t, language } = useTranslation()
  const { clock } = currentFormats()
  const timeOf = (time: string) => formatTime(time, language, { clock, zone })
  return (
    <Panel title={t('imports.entries.title')} hint={t('imports.entries.hint')} className="@container">
      {entries.length === 0 && <p className="px-5 pb-4 text-secondary text-ink-2">{t('imports.entries.none')}</p>}
      {entries.length > 0 && (
        <Table
          isScrollRegion
          caption={t('imports.entries.title')}
          columns={[
            { label: t('imports.entries.day') },
            { label: t('imports.entries.what') },
            { label: t('imports.entries.notes'), className: NOTES_CLASS },
            { label: t('imports.entries.time'), align: 'end' },
          ]}
        >
          {entries.map((entry) => (
            <tr key={entry.line} className={entry.isDuplicate ? 'text-ink-3' : undefined}>
              <td>
                <span className="grid py-1">
                  {formatDate(dateOf(Date.parse(entry.startTime), zone), language, SHORT_DATE)}
                  <span className="text-caption text-ink-3">
                    {`${timeOf(entry.startTime)} – ${timeOf(entry.endTime)}`}
                  </span>
                </span>
              </td>
              <td className="w-full max-w-0">
                <Subject entry={entry} />
              </td>
              <td className={`${NOTES_CLASS} max-w-50`}>
                <NotesAndTags entry={entry} />
              </td>
              <td data-align="end">
                <Duration milliseconds={entry.duration} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

function NotesAndTags({ entry: { notes, tags } }: { entry: ImportPreview['entries'][number] }) {
  return (
    <span className="grid gap-1 py-1">
      <span className="truncate empty:hidden">{notes}</span>
      <span className="flex flex-wrap gap-1 empty:hidden">
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </span>
    </span>
  )
}

function Subject({ entry: { project, client, task, isDuplicate } }: { entry: ImportPreview['entries'][number] }) {
  const { t } = useTranslation()
  const about = [client, task].filter((name) => name !== null).join(' · ')
  return (
    <span className="grid py-1">
      <span className="truncate font-strong">{project}</span>
      {about !== '' && <span className="truncate text-caption text-ink-3">{about}</span>}
      {isDuplicate && <Tag>{t('imports.entries.duplicate')}</Tag>}
    </span>
  )
}
