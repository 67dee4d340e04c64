import { type ComponentProps, useId } from 'react'
import { Tag } from '#web/ui/display/Tag.tsx'
import { fieldAria, FieldFrame } from '#web/ui/fields/FieldFrame.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import type { TagField } from './TagField.tsx'
import { useLazyComboBoxes } from './useLazyComboBoxes.ts'

/** A `TagField` that loads when it is focused. */
export function LazyTagField(props: ComponentProps<typeof TagField>) {
  const id = useId()
  const { comboBoxes, handoverProps, typed, inputProps } = useLazyComboBoxes(props.autoFocus ?? false)
  if (comboBoxes !== undefined) return <comboBoxes.TagField {...props} {...handoverProps} />

  const { label, help, error, options, value, onChange, placeholder } = props
  const chosen = value.flatMap((tag) => options.find((option) => option.id === tag) ?? [])
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <div className={classes.tagGroup}>
        {chosen.map(({ id: tag, label: name, color }) => (
          <Tag key={tag} color={color} onRemove={() => onChange(value.filter((other) => other !== tag))}>
            {name}
          </Tag>
        ))}
        <input
          {...inputProps}
          {...fieldAria(id, { help, error })}
          placeholder={chosen.length === 0 ? placeholder : ''}
          value={typed ?? ''}
          className="min-w-24 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        />
      </div>
    </FieldFrame>
  )
}
