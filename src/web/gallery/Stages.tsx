import { Infinity as InfinityIcon, Maximize, Pause, Play, SkipForward, Square } from 'lucide-react'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { Clock } from '#web/ui/timer/Clock.tsx'
import { CycleTrack } from '#web/ui/timer/CycleTrack.tsx'
import { Dial } from '#web/ui/timer/Dial.tsx'
import { Stage } from '#web/ui/timer/Stage.tsx'
import { TickProgress } from '#web/ui/timer/TickProgress.tsx'
import { Example, Section } from './Example.tsx'

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

export function Stages() {
  return (
    <Section title="Stage and dial">
      <MainStage />
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-4">
        <SmallStage state="break" clock="03:13" caption="Break" total={300} elapsed={107} />
        <SmallStage state="paused" clock="17:42" caption="Paused" total={1500} elapsed={438} />
        <SmallStage state="idle" clock="52:00" caption="Ready" total={3120} elapsed={0} />
        <SmallStage state="infinite" clock="1:04:38" caption="No end" total={0} elapsed={3878} />
      </div>
      <Example name="Sticky bar">
        <Stage state="work" aria-label="Sticky timer" className="flex items-center gap-5 rounded-[18px] px-5 py-3">
          <span className="text-[30px] leading-none font-normal tracking-tight tabular-nums">17:42</span>
          <div className="min-w-0 flex-1">
            <TickProgress label="Elapsed" value={0.3} />
          </div>
          <div className="flex gap-1.5">
            <IconButton variant="stage" size="lg" label="Pause" icon={<Pause {...ICON} />} />
            <IconButton variant="stage-quiet" size="lg" label="Skip" icon={<SkipForward {...ICON} />} />
            <IconButton variant="stage-quiet" size="lg" label="Stop" icon={<Square {...ICON} />} />
          </div>
        </Stage>
      </Example>
      <Example name="TickProgress without an end">
        <Stage state="work" aria-label="Endless ticks" className="rounded-[18px] px-5 py-3">
          <TickProgress label="Elapsed" value={0.6} isEndless />
        </Stage>
      </Example>
    </Section>
  )
}

function MainStage() {
  return (
    <Stage state="work" aria-label="Focus timer">
      <div className="grid items-center md:grid-cols-[420px_1fr]">
        <div className="mx-auto w-full max-w-86 py-8">
          <Dial state="work" totalSeconds={1500} elapsedSeconds={438} label="17 minutes 42 seconds left of 25 minutes">
            <DialCaption caption="Work, session 2 of 4" clock="17:42" end="until 10:58" />
          </Dial>
        </div>
        <div className="grid gap-6 px-5 pb-6 md:py-8 md:pr-8 md:pl-1.5">
          <div className="flex items-center">
            <p className="flex-1 text-headline">Atlas redesign</p>
            <IconButton variant="stage-quiet" label="Full screen" icon={<Maximize {...ICON} />} />
          </div>
          <div className="flex flex-wrap gap-2.5">
            <Button variant="stage" size="lg" icon={<Pause {...ICON} />} kbd="Space" className="min-w-42">
              Pause
            </Button>
            <Button variant="stage-quiet" size="lg" icon={<SkipForward {...ICON} />} kbd="N">
              Skip to break
            </Button>
            <Button variant="stage-quiet" size="lg" icon={<Square {...ICON} />} kbd="S">
              Stop
            </Button>
          </div>
        </div>
      </div>
      <div className="flex items-center gap-5 border-t border-stage-line bg-stage-2/40 px-8 py-4 text-caption">
        <span className="whitespace-nowrap text-on-stage-2">done at 12:03</span>
        <CycleTrack
          label="Second of four sessions"
          workMinutes={25}
          breakMinutes={5}
          repetitions={4}
          position={{ phase: 2, progress: 0.292 }}
        />
      </div>
    </Stage>
  )
}

interface SmallStageProps {
  state: 'break' | 'paused' | 'idle' | 'infinite'
  clock: string
  caption: string
  total: number
  elapsed: number
}

function SmallStage({ state, clock, caption, total, elapsed }: SmallStageProps) {
  const isRunning = state === 'break' || state === 'infinite'
  return (
    <Example name={state}>
      <Stage
        state={state === 'infinite' ? 'work' : state}
        aria-label={caption}
        className="grid justify-items-center gap-5 p-5"
      >
        <div className="w-full max-w-62">
          <Dial state={state} totalSeconds={total} elapsedSeconds={elapsed} label={caption}>
            <DialCaption caption={caption} clock={clock} isSmall isPaused={state === 'paused'} />
            {state === 'infinite' && <InfinityIcon size={20} aria-hidden="true" />}
          </Dial>
        </div>
        <Button variant="stage" size="lg" icon={isRunning ? <Pause {...ICON} /> : <Play {...ICON} />}>
          {isRunning ? 'Pause' : state === 'idle' ? 'Start' : 'Resume'}
        </Button>
      </Stage>
    </Example>
  )
}

interface DialCaptionProps {
  caption: string
  clock: string
  end?: string
  isSmall?: boolean
  isPaused?: boolean
}

function DialCaption({ caption, clock, end, isSmall = false, isPaused = false }: DialCaptionProps) {
  return (
    <>
      <span className="text-secondary font-strong text-on-stage-2">{caption}</span>
      <span className={isSmall ? 'text-figure' : 'my-2 text-clock'}>
        <Clock text={clock} isPaused={isPaused} />
      </span>
      {end !== undefined && <span className="text-secondary text-on-stage-2">{end}</span>}
    </>
  )
}
