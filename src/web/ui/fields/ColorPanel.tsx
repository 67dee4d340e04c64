import {
  ColorArea,
  ColorField,
  ColorPicker,
  ColorSlider,
  ColorThumb,
  Dialog,
  Input,
  Label,
  parseColor,
  Popover,
  SliderTrack,
} from 'react-aria-components'
import { useTranslation } from '#web/i18n/i18n.ts'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'
import * as classes from '#web/ui/theme/classes.ts'

interface ColorPanelProps {
  panel: PanelState
  /** `#rrggbb` */
  value: string
  onChange: (hex: string) => void
}

/** A picker for any colour. */
export function ColorPanel({ panel, value, onChange }: ColorPanelProps) {
  const { t } = useTranslation()
  return (
    <Popover {...panel} offset={6} placement="bottom end" className={classes.popover}>
      <Dialog aria-label={t('ui.ownColor')} className="grid w-60 gap-3 p-3 outline-none">
        <ColorPicker value={parseColor(value)} onChange={(color) => onChange(color.toString('hex').toLowerCase())}>
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
          <ColorField className="grid grid-cols-[auto_1fr] items-center gap-3">
            <Label className={classes.label}>{t('ui.hex')}</Label>
            <Input className={`${classes.control} tabular-nums`} />
          </ColorField>
        </ColorPicker>
      </Dialog>
    </Popover>
  )
}

const THUMB = 'size-5 rounded-full border-2 border-swatch-mark shadow-pop data-focus-visible:focus-ring'
