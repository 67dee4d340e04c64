import { LANGUAGES } from '#core/language.ts'
import { setLanguage, useTranslation } from '#web/i18n/i18n.ts'
import { LogoMark } from '#web/ui/display/LogoMark.tsx'
import { SegmentedControl } from '#web/ui/fields/SegmentedControl.tsx'
import { setProjectColor, setThemePreference, useTheme } from '#web/ui/theme/theme.ts'
import { Buttons } from './Buttons.tsx'
import { Charts } from './Charts.tsx'
import { Fields } from './Fields.tsx'
import { Lists } from './Lists.tsx'
import { Overlays } from './Overlays.tsx'
import { Palette } from './Palette.tsx'
import { THEMES } from './samples.ts'
import { Stages } from './Stages.tsx'
import { States } from './States.tsx'

const HUES = [
  { value: '#0f766e', label: 'Teal' },
  { value: '#0284c7', label: 'Sky' },
  { value: '#d97706', label: 'Amber' },
  { value: '#7c3aed', label: 'Violet' },
]

/** Every component in every state, on one page of the development server. */
export function Gallery() {
  return (
    <main className="mx-auto grid max-w-330 gap-14 px-4 pt-6 pb-30 md:px-9">
      <Header />
      <Palette />
      <Stages />
      <Buttons />
      <Fields />
      <Overlays />
      <Charts />
      <Lists />
      <States />
    </main>
  )
}

function Header() {
  const { language } = useTranslation()
  const { preference, color } = useTheme()
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <h1 className="mr-auto flex items-center gap-3 text-title">
        <LogoMark /> Component gallery
      </h1>
      <SegmentedControl label="Theme" value={preference} options={THEMES} onChange={setThemePreference} />
      <SegmentedControl label="Hue" value={color} options={HUES} onChange={setProjectColor} />
      <SegmentedControl
        label="Language"
        value={language}
        options={LANGUAGES.map((language) => ({ value: language, label: language }))}
        onChange={(language) => void setLanguage(language)}
      />
    </header>
  )
}
