import { Search, X } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ShortcutHint } from '#web/ui/keyboard/Kbd.tsx'
import { useAreSingleKeyShortcutsEnabled } from '#web/ui/keyboard/single-key-shortcuts.ts'
import * as classes from '#web/ui/theme/classes.ts'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Moves the focus to the first result. */
  onArrowDown: () => void
  ref: RefObject<HTMLInputElement | null>
}

export function SearchField({ label, value, onChange, onArrowDown, ref }: SearchFieldProps) {
  const { t } = useTranslation()
  const clear = () => {
    onChange('')
    ref.current?.focus()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const keys: Record<string, () => void> = { Escape: clear, ArrowDown: onArrowDown }
    const action = keys[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  }

  return (
    <div className={`${classes.controlGroup} gap-2.5 pr-1.5`}>
      <Search size={16} aria-hidden="true" className="flex-none text-ink-3" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        aria-keyshortcuts={useAreSingleKeyShortcutsEnabled() ? '/' : undefined}
        placeholder={t('list.search')}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
        className="h-full min-w-0 flex-1 bg-transparent text-ellipsis outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
      />
      {value === '' ? (
        <span className="mr-1 text-ink-3">
          <ShortcutHint>/</ShortcutHint>
        </span>
      ) : (
        <button type="button" aria-label={t('list.clearSearch')} onClick={clear} className={classes.fieldButton}>
          <X size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
