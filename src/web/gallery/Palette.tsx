import { themeTokens } from '#core/color.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import { Example, Section } from './Example.tsx'

const SIGNALS = ['success', 'warning', 'danger', 'info']

export function Palette() {
  const { color, theme } = useTheme()
  return (
    <Section title="Colour and type">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3">
        {[...Object.keys(themeTokens(color, theme)), ...SIGNALS].map((token) => (
          <li key={token} className="grid gap-1.5 text-minimum text-ink-2">
            <span style={{ background: `var(--${token})` }} className="h-11 rounded-control border border-line" />
            {token}
          </li>
        ))}
      </ul>
      <Example name="Scale" className="overflow-hidden">
        <p className="text-clock tabular-nums">17:42</p>
        <p className="text-figure tabular-nums">31 20</p>
        <p className="text-headline">Project name</p>
        <p className="text-title">Page title</p>
        <p className="text-heading">Heading</p>
        <p className="text-body">Body: the present is a dial, the past is a ledger. Çağrı, İğde, Ñandú.</p>
        <p className="text-secondary text-ink-2">Secondary</p>
        <p className="text-caption text-ink-3">Caption</p>
        <p className="text-minimum text-ink-3">Minimum</p>
      </Example>
    </Section>
  )
}
