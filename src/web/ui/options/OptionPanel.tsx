import { Popover, type Selection } from 'react-aria-components'
import { useTranslation } from '#web/i18n/i18n.ts'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'
import * as classes from '#web/ui/theme/classes.ts'
import type { Option } from './OptionItem.tsx'
import { OptionListBox } from './OptionList.tsx'
import { Picker } from './Picker.tsx'

export interface OptionPanelProps {
  label: string
  options: readonly Option[]
  value: readonly string[]
  /** Receives all selected ids with `isMultiple`; otherwise one id, and the list closes. */
  onChange: (ids: string[]) => void
  isMultiple?: boolean
}

/** A longer list of a filter can be searched. */
const MAX_UNSEARCHED = 8

/** The list of an `OptionButton`. */
export function OptionPanel({ panel, ...props }: OptionPanelProps & { panel: PanelState }) {
  const { t } = useTranslation()
  const { label, options, value, onChange, isMultiple = false } = props
  if (isMultiple && options.length > MAX_UNSEARCHED)
    return <Picker {...panel} {...props} placeholder={t('keyboard.does.search')} />
  const choose = (selection: Selection) => {
    const ids = selection === 'all' ? [] : [...selection].map(String)
    // Selecting the selected option again deselects it: the selection is then empty.
    if (isMultiple || ids.length > 0) onChange(ids)
    if (!isMultiple) panel.onOpenChange(false)
  }
  return (
    <Popover
      {...panel}
      aria-label={label}
      offset={6}
      placement="bottom start"
      className={`${classes.popover} min-w-(--trigger-width)`}
    >
      <OptionListBox
        autoFocus
        label={label}
        options={options}
        selectionMode={isMultiple ? 'multiple' : 'single'}
        selectedKeys={value}
        onSelectionChange={choose}
      />
    </Popover>
  )
}
