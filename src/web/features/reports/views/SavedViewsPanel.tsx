import { useQuery } from '@tanstack/react-query'
import { Check, Pencil, Share2, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ReportView } from '#contract/report-views.ts'
import { byName } from '#core/text/by-name.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { newId } from '#web/api/new-id.ts'
import { reportViewList } from '#web/features/reports/queries.ts'
import { parseReportSearch, writeReportSearch } from '#web/features/reports/search/report-search.ts'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { FloatingPanel } from '#web/ui/overlays/FloatingPanel.tsx'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'

interface SavedViewsPanelProps {
  search: ReportSearchState
  panel: PanelState
  onShare: (view: ReportView) => void
}

/** Opens, renames, shares and deletes saved views, and saves the current one. */
export function SavedViewsPanel({ search, panel, onShare }: SavedViewsPanelProps) {
  const { t } = useTranslation()
  return (
    <FloatingPanel panel={panel} label={t('reports.views.label')} placement="bottom end" className="gap-3 p-4">
      <SavedViewList search={search} onDone={() => panel.onOpenChange(false)} onShare={onShare} />
    </FloatingPanel>
  )
}

interface SavedViewListProps extends Omit<SavedViewsPanelProps, 'panel'> {
  onDone: () => void
}

function SavedViewList({ search, onDone, onShare }: SavedViewListProps) {
  const { t } = useTranslation()
  const { data: views, isError, isFetching, refetch } = useQuery(reportViewList.query)
  const [renamed, setRenamed] = useState<string>()
  const { save, rename, remove } = useViewMutations()
  const current = writeReportSearch(search.params)
  if (views === undefined)
    return isError ? <LoadError isRetrying={isFetching} onRetry={() => void refetch()} /> : <Skeleton rows={2} />
  const open = (view: ReportView) => {
    search.open({ ...parseReportSearch(view.search) })
    onDone()
  }
  const handleRename = (view: ReportView, name: string) => {
    setRenamed(undefined)
    rename(view, name)
  }

  return (
    <>
      {views.length === 0 && <p className="text-caption text-ink-2">{t('reports.views.none')}</p>}
      {views.length > 0 && (
        <ul className="-m-2 max-h-80 overflow-y-auto p-2">
          {views.toSorted(byName).map((view) => (
            <li key={view.id}>
              {view.id === renamed ? (
                <NameForm
                  label={t('reports.views.newName', { name: view.name })}
                  initial={view.name}
                  onSubmit={(name) => handleRename(view, name)}
                />
              ) : (
                <Row view={view} isCurrent={view.search === current} onOpen={() => open(view)}>
                  <RowButton
                    icon={<Share2 {...ICON} />}
                    label={t('reports.views.share', { name: view.name })}
                    onPress={() => onShare(view)}
                  />
                  <RowButton
                    icon={<Pencil {...ICON} />}
                    label={t('reports.views.rename', { name: view.name })}
                    onPress={() => setRenamed(view.id)}
                  />
                  <RowButton
                    icon={<Trash2 {...ICON} />}
                    label={t('reports.views.delete', { name: view.name })}
                    onPress={() => remove(view)}
                  />
                </Row>
              )}
            </li>
          ))}
        </ul>
      )}
      <NameForm label={t('reports.views.saveAs')} initial="" onSubmit={(name) => save({ name, search: current })} />
    </>
  )
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

interface RowProps {
  view: ReportView
  isCurrent: boolean
  onOpen: () => void
  children: ReactNode
}

function Row({ view, isCurrent, onOpen, children }: RowProps) {
  return (
    <div className="-mx-2 flex items-center rounded-small hover:bg-hover">
      <button
        type="button"
        aria-current={isCurrent || undefined}
        onClick={onOpen}
        className="flex h-9 min-w-0 flex-1 cursor-pointer items-center gap-2 px-2 text-left text-secondary on-touch:h-11"
      >
        <span className="truncate">{view.name}</span>
        {isCurrent && <Check size={16} aria-hidden="true" className="flex-none text-accent-ink" />}
      </button>
      {children}
    </div>
  )
}

function RowButton({ icon, label, onPress }: { icon: ReactNode; label: string; onPress: () => void }) {
  return <IconButton size="sm" icon={icon} label={label} onClick={onPress} />
}

/** There the keyboard would cover the views. */
const IS_TOUCH = matchMedia('(pointer: coarse)').matches

function NameForm({ label, initial, onSubmit }: { label: string; initial: string; onSubmit: (name: string) => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(initial)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    onSubmit(name.trim())
    setName('')
  }
  return (
    <form onSubmit={handleSubmit} className="flex items-end gap-2 py-1">
      <div className="flex-1">
        <Field
          label={label}
          required
          maxLength={100}
          autoComplete="off"
          autoFocus={initial !== '' || !IS_TOUCH}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Button type="submit">{t('ui.save')}</Button>
    </form>
  )
}

function useViewMutations() {
  const { t } = useTranslation()
  const create = reportViewList.useCreate()
  const update = reportViewList.useUpdate()
  const { mutateAsync: drop } = reportViewList.useRemove()
  const { mutate: restore } = reportViewList.useRestore()
  const showError = (error: unknown) => toast.show(errorMessage(error, t, 'ui.failed'), { tone: 'danger' })
  const createView = (draft: Pick<ReportView, 'name' | 'search'>) =>
    create.mutateAsync({ id: newId(), name: draft.name, search: draft.search }).catch(showError)
  return {
    save: (draft: Pick<ReportView, 'name' | 'search'>) => void createView(draft),
    rename: ({ id }: ReportView, name: string) => update.mutate({ id, change: { name } }),
    remove: (view: ReportView) => {
      // The app shows an error of the deletion itself.
      const removed = drop(view.id).catch(() => undefined)
      const undo = async () => {
        const trashId = await removed
        if (trashId !== undefined) restore({ trashId, item: view })
      }
      toast.show(t('reports.views.deleted', { name: view.name }), { undo: () => void undo() })
    },
  }
}
