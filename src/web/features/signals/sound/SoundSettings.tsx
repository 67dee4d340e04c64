import { useEffect, useRef } from 'react'
import { currentPreferences, setPreferences, usePreferences } from '#web/features/signals/preferences.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Slider } from '#web/ui/fields/Slider.tsx'
import { Select } from '#web/ui/options/Select.tsx'
import { previewSound } from './preview.ts'
import { type SoundChoice, SOUNDS } from './sounds.ts'

const CHOICES: readonly SoundChoice[] = [...SOUNDS, 'none']
/** The preview waits until the user stops moving the slider. */
const PREVIEW_DELAY_MS = 250

/** The sounds at the end of a phase. Choosing one plays it. */
export function SoundSettings() {
  const { t } = useTranslation()
  const { workSound, breakSound, volume } = usePreferences()
  const previewSoon = useDelayedPreview()
  const options = CHOICES.map((id) => ({ id, label: t(`settings.alerts.sound.${id}`) }))
  const choose = (key: 'workSound' | 'breakSound') => (id: string) => {
    const sound = CHOICES.find((choice) => choice === id) ?? 'none'
    setPreferences({ [key]: sound })
    previewSound(sound, volume)
  }

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('settings.alerts.workSound')}
        options={options}
        value={workSound}
        onChange={choose('workSound')}
      />
      <Select
        label={t('settings.alerts.breakSound')}
        options={options}
        value={breakSound}
        onChange={choose('breakSound')}
      />
      {(workSound !== 'none' || breakSound !== 'none') && (
        <div className="sm:col-span-2">
          <Slider
            label={t('settings.alerts.volume')}
            value={volume}
            onChange={(volume) => {
              setPreferences({ volume })
              previewSoon()
            }}
            min={0}
            max={100}
            step={5}
            unit="percent"
          />
        </div>
      )}
    </div>
  )
}

function useDelayedPreview() {
  const timeout = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timeout.current), [])
  return () => {
    clearTimeout(timeout.current)
    timeout.current = setTimeout(() => {
      const { workSound, breakSound, volume } = currentPreferences()
      previewSound(workSound === 'none' ? breakSound : workSound, volume)
    }, PREVIEW_DELAY_MS)
  }
}
