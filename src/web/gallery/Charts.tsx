import { HOUR_MS } from '#core/time/units.ts'
import { BarChart } from '#web/ui/charts/BarChart.tsx'
import { DayTimeline } from '#web/ui/charts/DayTimeline.tsx'
import { Heatmap } from '#web/ui/charts/Heatmap.tsx'
import { distributeTicks } from '#web/ui/charts/ring-ticks.ts'
import { ShareRing } from '#web/ui/charts/ShareRing.tsx'
import { Sparkline } from '#web/ui/charts/Sparkline.tsx'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { CycleTrack } from '#web/ui/timer/CycleTrack.tsx'
import { Section } from './Example.tsx'
import { BAR_COLUMNS, DAYS, SHARES, TIMELINE_DAY, TIMELINE_SEGMENTS } from './samples.ts'

const DAY_START = TIMELINE_DAY.getTime()

export function Charts() {
  return (
    <Section title="Figures">
      <Panel title="A day" hint="Hours of the day">
        <div className="px-5 pb-4">
          <DayTimeline
            label="A day of work"
            start={DAY_START}
            end={DAY_START + 24 * HOUR_MS}
            segments={TIMELINE_SEGMENTS}
          />
        </div>
      </Panel>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_26.5rem]">
        <Panel title="By day" hint="Hours per project" aside="6 h goal">
          <div className="px-5 pb-4">
            <BarChart
              label="Hours by day and project"
              columns={BAR_COLUMNS.map((column) => ({ ...column, goalMilliseconds: 6 * HOUR_MS }))}
            />
          </div>
        </Panel>
        <Panel title="By project" hint="One tick is 1 %">
          <ByProject />
        </Panel>
        <Panel title="Activity" hint="Last 6 months">
          <div className="max-w-140 px-5 pt-1 pb-4">
            <Heatmap label="Activity of the last 6 months" days={DAYS} />
          </div>
        </Panel>
        <Panel title="Small figures">
          <div className="grid gap-4 px-5 pb-5">
            <p className="text-figure">
              <Duration milliseconds={31 * HOUR_MS + 1_200_000} />
            </p>
            <Sparkline label="Twelve weeks" values={[3, 5, 2, 0, 0, 4, 6, 7, 5, 8, 6, 9]} />
            <CycleTrack
              label="Four times 25 and 5 minutes"
              on="paper"
              workMinutes={25}
              breakMinutes={5}
              repetitions={4}
            />
            <CycleTrack
              label="Four times 52 and 17 minutes"
              on="paper"
              workMinutes={52}
              breakMinutes={17}
              repetitions={4}
            />
          </div>
        </Panel>
      </div>
    </Section>
  )
}

function ByProject() {
  const total = SHARES.reduce((sum, share) => sum + share.value, 0)
  const percents = distributeTicks(
    SHARES.map((share) => share.value),
    100,
  )
  const shares = SHARES.map((share, index) => ({ ...share, percent: percents[index]! }))
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-4 px-5 py-3">
      <ShareRing shares={shares} label="Atlas redesign 44 %, Helio API 26 %, three more">
        <span className="text-[27px] leading-tight font-normal tracking-[-0.035em]">
          <Duration milliseconds={total} />
        </span>
        <span className="text-minimum text-ink-3">5 projects</span>
      </ShareRing>
      <ul className="min-w-40 flex-1">
        {shares.map((share) => (
          <li
            key={share.id}
            className="flex items-center gap-2.5 border-t border-line py-2.5 text-caption first:border-t-0"
          >
            <ColorDot color={share.color} />
            <span className="flex-1 truncate font-strong">{share.label}</span>
            <span className="font-strong tabular-nums">{share.percent} %</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
