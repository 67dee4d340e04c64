import { useState } from 'react'
import { savePreferences } from '#web/features/users/preferences/preferences.ts'
import { usePreferences } from '#web/features/users/preferences/usePreferences.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { ColorField } from '#web/ui/fields/ColorField.tsx'
import { SegmentedControl } from '#web/ui/fields/SegmentedControl.tsx'
import { type ColorKind, defaultColors, setDefaultColor } from '#web/ui/theme/theme.ts'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'

const KINDS = ['app', 'client', 'task', 'tag'] as const satisfies ColorKind[]

export function AppearanceSettings() {
  const { theme, language } = usePreferences(savePreferences)
  return (
    <div>
      <SettingRow label={theme.label} action={<SegmentedControl {...theme} />} />
      <SettingRow label={language.label} action={<SegmentedControl {...language} />} />
      <DefaultColors />
    </div>
  )
}

/** Shows the swatches of one kind at a time; four rows would be too colourful. */
function DefaultColors() {
  const { t } = useTranslation()
  const [kind, setKind] = useState<ColorKind>('app')
  const [colors, setColors] = useState(defaultColors)
  const label = t('settings.appearance.colors')

  return (
    <div className="grid grid-cols-1 gap-3 border-t border-line pt-3.5">
      <SettingRow
        label={label}
        action={
          <SegmentedControl
            label={label}
            value={kind}
            options={KINDS.map((kind) => ({
              value: kind,
              label: t(`settings.appearance.${kind}`),
              icon: <ColorDot color={colors[kind]} className="size-2.5" />,
            }))}
            onChange={setKind}
          />
        }
      >
        <p className="text-secondary text-ink-2">{t('settings.appearance.colorsHint')}</p>
      </SettingRow>
      <ColorField
        label={t(`settings.appearance.${kind}`)}
        value={colors[kind]}
        onChange={(color) => {
          setDefaultColor(kind, color)
          setColors(defaultColors())
        }}
      />
    </div>
  )
}
