import { joinLeaderElection } from '#web/sync/tabs.ts'
import { soundDuration, type SoundChoice, type Tone, TONES } from './sounds.ts'

/** Barely audible. An exponential ramp cannot end at zero. */
const MIN_GAIN = 0.001
const SUSPEND_DELAY_MS = 500
/** A sound that is delayed longer is not played, because it would confuse. */
const MAX_DELAY_MS = 1_000

let context: AudioContext | undefined
let suspending: ReturnType<typeof setTimeout> | undefined

/** Browsers allow sound only after a user interaction. Of the tabs that had one, one is elected to play. */
export function joinSoundElection() {
  const done = new AbortController()
  let election: ReturnType<typeof joinLeaderElection> | undefined
  const join = () => void (election ??= joinLeaderElection('timer-sound'))
  const unlock = () => {
    openAudio()
    suspendLater(0)
    join()
    done.abort()
  }
  if (hasUserInteracted()) join()
  for (const name of ['pointerdown', 'keydown']) addEventListener(name, unlock, { signal: done.signal, capture: true })
  return {
    isSoundTab: () => election?.isLeader() === true,
    leave: () => {
      done.abort()
      election?.leave()
    },
  }
}

/** `volume` is in percent. Without a user interaction nothing plays, because the sound would come at the next click. */
export async function playSound(sound: SoundChoice, volume: number) {
  if (sound === 'none' || volume === 0 || !hasUserInteracted()) return
  const audio = openAudio()
  if (audio === undefined) return
  const requestedAt = Date.now()
  await audio.resume()
  if (Date.now() - requestedAt > MAX_DELAY_MS) return
  const output = audio.createGain()
  // Loudness is perceived on a curve, which the square approximates.
  output.gain.value = (volume / 100) ** 2
  output.connect(audio.destination)
  for (const tone of TONES[sound]) playTone(audio, output, tone)
  suspendLater(soundDuration(sound) * 1_000)
}

function playTone(audio: AudioContext, output: AudioNode, { frequency, startsAt, attack, lasts, loudness }: Tone) {
  const [start, end] = [audio.currentTime + startsAt, audio.currentTime + startsAt + lasts]
  const oscillator = new OscillatorNode(audio, { frequency })
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(loudness, start + attack)
  gain.gain.exponentialRampToValueAtTime(MIN_GAIN, end)
  oscillator.connect(gain).connect(output)
  oscillator.start(start)
  oscillator.stop(end)
}

function openAudio() {
  clearTimeout(suspending)
  if (!('AudioContext' in window)) return undefined
  context ??= new AudioContext()
  return context
}

/** A running context keeps the device's audio hardware awake. */
function suspendLater(afterMs: number) {
  suspending = setTimeout(() => void context?.suspend(), afterMs + SUSPEND_DELAY_MS)
}

// Not every browser has `userActivation`. An open context proves an interaction, too.
const hasUserInteracted = () =>
  context !== undefined || (navigator as Partial<Navigator>).userActivation?.hasBeenActive === true
