import { Plus } from 'lucide-react'
import { ListBox, ListBoxItem, type ListBoxProps, Popover } from 'react-aria-components'
import { useTranslation } from '#web/i18n/i18n.ts'
import * as classes from '#web/ui/theme/classes.ts'
import { type Option, OptionItem } from './OptionItem.tsx'

/** Key of the item that creates an option of the typed name. */
export const CREATE_KEY = 'create'

export const isCreateKey = (key: string) => key === CREATE_KEY || key.startsWith(`${CREATE_KEY} `)

/** The popover list of a `ComboBox` or `TagField`. */
export function OptionList(list: OptionsProps) {
  return (
    <Popover offset={6} className={`${classes.popover} min-w-(--trigger-width) max-w-[min(28rem,calc(100vw-1.5rem))]`}>
      <OptionListBox {...list} />
    </Popover>
  )
}

interface OptionsProps {
  options: readonly Option[]
  creating?: string | undefined
}

interface OptionListBoxProps
  extends
    OptionsProps,
    Pick<ListBoxProps<Option>, 'selectionMode' | 'selectedKeys' | 'onSelectionChange' | 'autoFocus'> {
  /** Needed where no surrounding element names the list. */
  label?: string
  /** Key of the item that creates an option. */
  createKey?: string
}

export function OptionListBox({ options, creating, label, createKey = CREATE_KEY, ...selection }: OptionListBoxProps) {
  const { t } = useTranslation()
  const empty = <p className="px-2.5 py-2 text-secondary text-ink-3">{t('ui.noResults')}</p>

  return (
    <ListBox
      {...selection}
      {...(label !== undefined && { 'aria-label': label })}
      // Escape closes the list and keeps the selection.
      escapeKeyBehavior="none"
      renderEmptyState={() => empty}
      className="max-h-80 overflow-y-auto p-1.5 outline-none"
    >
      {options.map((option) => (
        <OptionItem key={option.id} option={option} />
      ))}
      {creating !== undefined && (
        <ListBoxItem id={createKey} textValue={creating} className={`${classes.option} text-accent-ink`}>
          <Plus size={16} aria-hidden="true" className="flex-none" />
          <span className="truncate font-strong">{t('ui.create', { name: creating })}</span>
        </ListBoxItem>
      )}
    </ListBox>
  )
}
