import { joinLeaderElection } from '#web/features/timer/queries.ts'
import { lengthOf, type SoundChoice, type Tone, TONES } from './sounds.ts'

/** What can hardly be heard any more; a fall that is even to the ear cannot end in nothing. */
const MIN_GAIN = 0.001
const SUSPEND_DELAY_MS = 500
/** A sound that comes later only puzzles. */
const MAX_DELAY_MS = 1_000

let context: AudioContext | undefined
let suspending: ReturnType<typeof setTimeout> | undefined

/** Browsers let a page be heard only after somebody has pressed something in it: of the tabs where that is so, one is. */
export function joinSoundElection() {
  const done = new AbortController()
  let voice: ReturnType<typeof joinLeaderElection> | undefined
  const stand = () => void (voice ??= joinLeaderElection('timer-sound'))
  const unlock = () => {
    openAudio()
    suspendLater(0)
    stand()
    done.abort()
  }
  if (hasUserInteracted()) stand()
  for (const name of ['pointerdown', 'keydown']) addEventListener(name, unlock, { signal: done.signal, capture: true })
  return {
    hasVoice: () => voice?.isLeader() === true,
    leave: () => {
      done.abort()
      voice?.leave()
    },
  }
}

/** `volume` is percent. A page that nobody has touched stays silent: its sound would come at the next press. */
export async function playSound(sound: SoundChoice, volume: number) {
  if (sound === 'none' || volume === 0 || !hasUserInteracted()) return
  const audio = openAudio()
  if (audio === undefined) return
  const askedAt = Date.now()
  await audio.resume()
  if (Date.now() - askedAt > MAX_DELAY_MS) return
  const output = audio.createGain()
  // What the ear takes for half as loud is far less than half.
  output.gain.value = (volume / 100) ** 2
  output.connect(audio.destination)
  for (const tone of TONES[sound]) playTone(audio, output, tone)
  suspendLater(lengthOf(sound) * 1_000)
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

/** A context that runs keeps the device's audio awake for hours. */
function suspendLater(afterMs: number) {
  suspending = setTimeout(() => void context?.suspend(), afterMs + SUSPEND_DELAY_MS)
}

// Not every browser tells.
const hasUserInteracted = () =>
  context !== undefined || (navigator as Partial<Navigator>).userActivation?.hasBeenActive === true
