import { CycleTrack } from '#web/ui/timer/CycleTrack.tsx'

/** Illustration of the empty list: two unnamed presets. */
export function PresetIllustration() {
  return (
    <div className="grid w-66 gap-5 [filter:grayscale(1)]">
      <CycleTrack on="paper" label="" workMinutes={25} breakMinutes={5} repetitions={4} />
      <CycleTrack on="paper" label="" workMinutes={52} breakMinutes={17} repetitions={2} />
    </div>
  )
}
