import { ChevronDown } from 'lucide-react'
import { Button, ComboBox as AriaComboBox, Group, Input, Label } from 'react-aria-components'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import type { FieldText } from '#web/ui/fields/FieldFrame.tsx'
import { useSelectOnFocus } from '#web/ui/fields/useSelectOnFocus.ts'
import * as classes from '#web/ui/theme/classes.ts'
import { ComboBoxNote } from './ComboBoxNote.tsx'
import type { Option } from './OptionItem.tsx'
import { HighlightBest } from './HighlightBest.tsx'
import { OptionList } from './OptionList.tsx'
import { useComboBoxText } from './useComboBoxText.ts'
import type { Handover } from './useTypedText.ts'

interface ComboBoxProps extends FieldText {
  options: readonly Option[]
  value: string | undefined
  onChange: (id: string | undefined) => void
  /** Offers to create an option when the typed name does not exist. */
  onCreate?: (name: string) => void
  placeholder?: string
  name?: string
  isDisabled?: boolean
  autoFocus?: boolean
  /** Typed before this component had loaded. */
  handover?: Handover | undefined
}

/** Selects one of many options by typing. Enter takes the highlighted one. Clearing the text clears the selection. */
export function ComboBox({ label, options, value, onChange, onCreate, help, error, ...props }: ComboBoxProps) {
  const { t } = useTranslation()
  const { chosen, creating, question, isChosenShown, best, inputProps, comboBoxProps } = useComboBoxText({
    options,
    value,
    onChange,
    onCreate,
    handover: props.handover,
  })
  const selectOnFocus = useSelectOnFocus({ isActive: isChosenShown, isEveryClick: true })

  return (
    <AriaComboBox
      {...comboBoxProps}
      isDisabled={props.isDisabled ?? false}
      autoFocus={props.autoFocus ?? false}
      isInvalid={error !== undefined || question !== undefined}
      menuTrigger="focus"
      allowsEmptyCollection
      className="grid gap-1.5"
    >
      <Label className={classes.label}>{label}</Label>
      <Group className={`${classes.controlGroup} gap-2.5 pr-1`}>
        {isChosenShown && chosen?.color !== undefined && <ColorDot color={chosen.color} />}
        <Input
          placeholder={props.placeholder ?? ''}
          {...selectOnFocus}
          {...inputProps}
          {...(props.name !== undefined && { name: props.name })}
          data-unknown={question && ''}
          className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        />
        <Button aria-label={t('ui.showOptions')} className={classes.fieldButton}>
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      </Group>
      <ComboBoxNote question={question} help={help} error={error} />
      <HighlightBest best={best} />
      <OptionList options={options} creating={creating} />
    </AriaComboBox>
  )
}
