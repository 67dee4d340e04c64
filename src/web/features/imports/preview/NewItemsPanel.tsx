import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ImportPreview } from '#contract/files/imports.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'

type NewItems = ImportPreview['creates']

const KINDS = ['clients', 'projects', 'tasks', 'tags'] as const

/** Clients, projects, tasks and tags that the import will create; each kind expands to its names. */
export function NewItemsPanel({ creates }: { creates: NewItems }) {
  const { t } = useTranslation()
  const kinds = KINDS.filter((kind) => creates[kind].count > 0)
  return (
    <Panel title={t('imports.creates.title')}>
      <div className="grid gap-1 px-5 pb-4">
        {kinds.length === 0 && <p className="text-secondary text-ink-2">{t('imports.creates.nothing')}</p>}
        {kinds.map((kind) => (
          <Names key={kind} kind={kind} {...creates[kind]} />
        ))}
      </div>
    </Panel>
  )
}

function Names({ kind, count, names }: NewItems[keyof NewItems] & { kind: keyof NewItems }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-tag text-left text-secondary font-strong on-touch:min-h-11"
      >
        <Chevron size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-ink-3" />
        {t(`imports.creates.${kind}`, { count })}
      </button>
      {isOpen && (
        <ul className="grid gap-1 pb-2 pl-5 text-secondary text-ink-2">
          {names.map((name) => (
            <li key={name} className="wrap-anywhere">
              {name}
            </li>
          ))}
          {names.length < count && (
            <li className="text-ink-3">{t('imports.creates.more', { count: count - names.length })}</li>
          )}
        </ul>
      )}
    </div>
  )
}
