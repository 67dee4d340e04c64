import { type ComponentProps, useId } from 'react'
import * as classes from '#web/ui/theme/classes.ts'
import { fieldAria, FieldFrame } from '#web/ui/fields/FieldFrame.tsx'
import { Tag } from '#web/ui/display/Tag.tsx'
import type { TagField } from './TagField.tsx'
import { useLazyComboBoxes } from './useLazyComboBoxes.ts'

/** A `TagField` that comes when it is focused. */
export function LazyTagField(props: ComponentProps<typeof TagField>) {
  const id = useId()
  const { combos, begun, typed, standIn } = useLazyComboBoxes(props.autoFocus ?? false)
  if (combos !== undefined) return <combos.TagField {...props} {...begun} />

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
          {...standIn}
          {...fieldAria(id, { help, error })}
          placeholder={chosen.length === 0 ? placeholder : ''}
          value={typed ?? ''}
          className="min-w-24 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        />
      </div>
    </FieldFrame>
  )
}
