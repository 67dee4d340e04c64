import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Autocomplete, Dialog, Input, Popover, SearchField, type Selection, useFilter } from 'react-aria-components'
import { pressKeys } from '#web/ui/keyboard/type-ahead.ts'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'
import * as classes from '#web/ui/theme/classes.ts'
import type { Option } from './OptionItem.tsx'
import { CREATE_KEY, isCreateKey, OptionListBox } from './OptionList.tsx'
import { nameToCreate } from './typed-option.ts'

interface PickerProps extends PanelState {
  label: string
  placeholder: string
  options: readonly Option[]
  value: readonly string[]
  /** Receives all selected ids with `isMultiple`; otherwise one id, and the list closes. */
  onChange: (ids: string[]) => void
  onCreate?: (name: string) => void
  isMultiple?: boolean
  /** Where the list opens; by default below the start of the button. */
  placement?: 'bottom start' | 'bottom end'
  /** Runs when the list has closed after a choice. Otherwise the focus returns to the button. */
  onChosen?: () => void
}

/** A searchable list of options in a popover of any button. */
export function Picker({ label, placeholder, options, value, onChange, onCreate, ...props }: PickerProps) {
  const { isMultiple = false, placement = 'bottom start', onChosen, ...panel } = props
  const { contains } = useFilter({ sensitivity: 'base' })
  const [typed, setTyped] = useState('')
  // React Aria ignores Enter on an item with the key of the one that was chosen last, so each new item has another key.
  const [createCount, setCreateCount] = useState(0)
  const closing = useClosing(onChosen)
  const creating = onCreate && nameToCreate(typed, options)

  const handleOpenChange = (isOpen: boolean) => {
    setTyped('')
    closing.cancel()
    panel.onOpenChange(isOpen)
  }
  const choose = (selection: Selection) => {
    const ids = selection === 'all' ? [] : [...selection].map(String)
    setTyped('')
    if (ids.some(isCreateKey)) {
      onCreate?.(typed.trim())
      setCreateCount(createCount + 1)
    }
    // Selecting the selected option again deselects it: the selection is then empty.
    else if (isMultiple || ids.length > 0) onChange(ids)
    if (isMultiple) return
    handleOpenChange(false)
    closing.begin()
  }

  return (
    <Popover
      {...panel}
      onOpenChange={handleOpenChange}
      placement={placement}
      offset={6}
      className={`${classes.popover} flex w-96 max-w-[calc(100vw-1.5rem)] flex-col`}
    >
      <Dialog aria-label={label} className="flex min-h-0 flex-col outline-none">
        <div onKeyDownCapture={closing.keepKey} className="contents">
          <Autocomplete
            filter={(label, text) => contains(label, text.trim())}
            inputValue={typed}
            onInputChange={setTyped}
          >
            <PickerSearch label={label} placeholder={placeholder} />
            <OptionListBox
              label={label}
              options={options}
              creating={creating}
              createKey={`${CREATE_KEY} ${createCount}`}
              selectionMode={isMultiple ? 'multiple' : 'single'}
              selectedKeys={value}
              onSelectionChange={choose}
            />
          </Autocomplete>
        </div>
        <OnUnmount run={closing.finish} />
      </Dialog>
    </Popover>
  )
}

const PickerSearch = ({ label, placeholder }: Pick<PickerProps, 'label' | 'placeholder'>) => (
  <SearchField autoFocus aria-label={label} className="flex items-center gap-2.5 border-b border-line pl-4 text-ink-3">
    <Search size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
    <Input
      maxLength={100}
      placeholder={placeholder}
      className="h-11 min-w-0 flex-1 bg-transparent text-secondary text-ink outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
    />
  </SearchField>
)

/** The time between a choice and the unmount of the list. */
function useClosing(onChosen: (() => void) | undefined) {
  const keys = useRef<string[]>(undefined)
  return {
    begin: () => {
      if (onChosen !== undefined) keys.current = []
    },
    cancel: () => {
      keys.current = undefined
    },
    /** Without it, keys would be typed into the search field that is about to go. */
    keepKey: (event: KeyboardEvent) => {
      if (keys.current === undefined || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      keys.current.push(event.key)
    },
    finish: () => {
      const pressed = keys.current
      keys.current = undefined
      if (pressed === undefined) return
      onChosen?.()
      pressKeys(pressed, document.body)
    },
  }
}

function OnUnmount({ run }: { run: () => void }) {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => () => latest.current(), [])
  return null
}
