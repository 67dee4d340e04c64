import clsx from 'clsx'
import { Check, Pipette } from 'lucide-react'
import { Suspense, useId } from 'react'
import { CURATED_COLORS } from '#core/color.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import * as classes from '#web/ui/theme/classes.ts'

const loadPanel = () => import('./ColorPanel.tsx')
const ColorPanel = lazyComponent(() => loadPanel().then((module) => ({ default: module.ColorPanel })))

interface ColorFieldProps {
  label: string
  /** `#rrggbb` */
  value: string
  onChange: (hex: string) => void
  error?: string | undefined
  /** Two rows also on wide screens, for a dialog. */
  isNarrow?: boolean
}

/** Twelve curated colours, and a picker for any other. */
export function ColorField({ label, value, onChange, error, isNarrow = false }: ColorFieldProps) {
  const { t } = useTranslation()
  const groupName = useId()
  const { wasOpened, trigger, panel } = useLazyPanel(loadPanel)
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      <span aria-hidden="true" className={classes.label}>
        {label}
      </span>
      <div className="flex flex-wrap items-center gap-2">
        <div
          role="radiogroup"
          aria-label={t('ui.swatches')}
          className={clsx('grid grid-cols-6 gap-2', !isNarrow && 'sm:grid-cols-12')}
        >
          {CURATED_COLORS.map(([hex, name]) => (
            <label key={hex} className="relative rounded-small has-focus-visible:focus-ring">
              <input
                type="radio"
                name={groupName}
                aria-label={t(`ui.colors.${name}`)}
                checked={hex === value}
                onChange={() => onChange(hex)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <span style={{ backgroundColor: hex }} className="block size-8 rounded-small on-touch:size-10" />
              {hex === value && <Check size={18} strokeWidth={3} aria-hidden="true" className={MARK} />}
            </label>
          ))}
        </div>
        <button {...trigger} className={`${classes.chip} gap-2 px-2`}>
          <span style={{ backgroundColor: value }} className="size-4.5 rounded-[5px]" />
          <Pipette size={15} aria-hidden="true" className="text-ink-3" />
          <span className="sr-only">{t('ui.ownColor')}</span>
        </button>
      </div>
      {wasOpened && (
        <Suspense>
          <ColorPanel panel={panel} value={value} onChange={onChange} />
        </Suspense>
      )}
      {error !== undefined && <p className={classes.error}>{error}</p>}
    </div>
  )
}

const MARK = 'pointer-events-none absolute inset-0 m-auto text-swatch-mark'
