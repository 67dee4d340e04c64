import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ImportPreview, ImportProblem } from '#contract/files/imports.ts'
import type { FileUpload } from '#contract/files/uploads.ts'
import type { ImportOptions } from '#web/features/imports/import-options.ts'
import { useDownloadProblems } from '#web/features/imports/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Tag } from '#web/ui/display/Tag.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { groupProblems, type ProblemGroup } from './problem-groups.ts'

const MAX_PROBLEMS_SHOWN = 6

interface ProblemsPanelProps {
  preview: ImportPreview
  upload: FileUpload
  options: ImportOptions
}

/** Rows that are left out or corrected, by kind, with their line numbers in the file. The rows that are left out can be downloaded. */
export function ProblemsPanel({ preview: { problems, counts }, upload, options }: ProblemsPanelProps) {
  const { t } = useTranslation()
  const download = useDownloadProblems(upload, options)
  const { count, first } = problems
  if (count === 0) return null
  const hint = first.length < count ? t('imports.problem.some', { shown: first.length, count }) : undefined
  return (
    <Panel title={t('imports.problem.title')} hint={hint ?? t('imports.problem.count', { count })}>
      <ul aria-label={t('imports.problem.title')} className="pb-2">
        {groupProblems(first).map((group) => (
          <ProblemGroupItem key={group.kind} group={group} />
        ))}
      </ul>
      {counts.invalid > 0 && (
        <div className="border-t border-line px-5 py-3">
          <Button
            icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
            busy={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('imports.problem.download', { count: counts.invalid })}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function ProblemGroupItem({ group: { kind, isFatal, problems } }: { group: ProblemGroup }) {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? problems : problems.slice(0, MAX_PROBLEMS_SHOWN)
  return (
    <li className="grid gap-1 border-t border-line px-5 py-2.5 first:border-t-0">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-secondary font-strong">
        {t(`imports.problem.kind.${kind}`)}
        <Tag>{t(isFatal ? 'imports.problem.leftOut' : 'imports.problem.mended')}</Tag>
      </p>
      <ul className="flex flex-wrap gap-x-3.5 gap-y-1 text-caption text-ink-2 tabular-nums">
        {shown.map((problem) => (
          <li key={`${problem.line} ${problem.column}`} className="wrap-anywhere">
            <ProblemLine problem={problem} />
          </li>
        ))}
      </ul>
      {shown.length < problems.length && (
        <button
          type="button"
          onClick={() => setShowsAll(true)}
          className="relative cursor-pointer justify-self-start rounded-tag text-caption font-strong text-accent-ink after:absolute after:-inset-2 hover:underline"
        >
          {t('imports.problem.all', { count: problems.length })}
        </button>
      )}
    </li>
  )
}

function ProblemLine({ problem: { line, value } }: { problem: ImportProblem }) {
  const { t } = useTranslation()
  return value === ''
    ? t('imports.problem.line', { line: String(line) })
    : t('imports.problem.lineWith', { line: String(line), value })
}
