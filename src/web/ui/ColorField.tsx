import { Check, Pipette } from 'lucide-react'
import {
  Button,
  ColorArea,
  ColorField as AriaColorField,
  ColorPicker,
  ColorSlider,
  ColorSwatch,
  ColorSwatchPicker,
  ColorSwatchPickerItem,
  ColorThumb,
  Dialog,
  DialogTrigger,
  Input,
  Label,
  parseColor,
  Popover,
  SliderTrack,
} from 'react-aria-components'
import { CURATED_COLORS } from '#core/color.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import * as classes from './classes.ts'

interface ColorFieldProps {
  label: string
  /** `#rrggbb` */
  value: string
  onChange: (hex: string) => void
  error?: string | undefined
}

/** Twelve colours that look well together, and any other. */
export function ColorField({ label, value, onChange, error }: ColorFieldProps) {
  const { t } = useTranslation()
  return (
    <ColorPicker value={parseColor(value)} onChange={(color) => onChange(color.toString('hex').toLowerCase())}>
      <div role="group" aria-label={label} className="grid gap-2">
        <span aria-hidden="true" className={classes.label}>
          {label}
        </span>
        <div className="flex flex-wrap items-center gap-2">
          <ColorSwatchPicker aria-label={t('ui.swatches')} className="grid grid-cols-6 gap-2 sm:grid-cols-12">
            {CURATED_COLORS.map((hex) => (
              <Swatch key={hex} hex={hex} />
            ))}
          </ColorSwatchPicker>
          <OwnColor />
        </div>
        {error !== undefined && <p className={classes.error}>{error}</p>}
      </div>
    </ColorPicker>
  )
}

function Swatch({ hex }: { hex: string }) {
  return (
    <ColorSwatchPickerItem color={hex} className="relative rounded-small outline-none data-focus-visible:focus-ring">
      {({ isSelected }) => (
        <>
          <ColorSwatch className="size-8 rounded-small on-touch:size-10" />
          {isSelected && (
            <Check size={18} strokeWidth={3} aria-hidden="true" className="absolute inset-0 m-auto text-swatch-mark" />
          )}
        </>
      )}
    </ColorSwatchPickerItem>
  )
}

function OwnColor() {
  const { t } = useTranslation()
  return (
    <DialogTrigger>
      <Button className={`${classes.chip} gap-2 px-2`}>
        <ColorSwatch className="size-4.5 rounded-[5px]" />
        <Pipette size={15} aria-hidden="true" className="text-ink-3" />
        <span className="sr-only">{t('ui.ownColor')}</span>
      </Button>
      <Popover offset={6} placement="bottom end" className={classes.popover}>
        <Dialog aria-label={t('ui.ownColor')} className="grid w-60 gap-3 p-3 outline-none">
          <ColorArea
            aria-label={t('ui.shade')}
            colorSpace="hsb"
            xChannel="saturation"
            yChannel="brightness"
            className="h-38 w-full rounded-small"
          >
            <ColorThumb className={THUMB} />
          </ColorArea>
          <ColorSlider aria-label={t('ui.hue')} colorSpace="hsb" channel="hue">
            <SliderTrack className="h-4 rounded-full">
              <ColorThumb className={`${THUMB} top-1/2`} />
            </SliderTrack>
          </ColorSlider>
          <AriaColorField className="grid grid-cols-[auto_1fr] items-center gap-3">
            <Label className={classes.label}>{t('ui.hex')}</Label>
            <Input className={`${classes.control} tabular-nums`} />
          </AriaColorField>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

const THUMB = 'size-5 rounded-full border-2 border-swatch-mark shadow-pop data-focus-visible:focus-ring'
