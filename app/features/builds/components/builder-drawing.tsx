import { type Balloon, balloonsOf } from '#app/art/blueprint/balloons.ts'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import type { PartStep } from '#app/art/blueprint/build.ts'
import { type Frame, sheetFrame } from '#app/art/blueprint/frame.ts'
import { inches } from '#app/art/blueprint/path.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import type { ReadBuild } from '../rules/checks.ts'
import {
  type Catalog,
  completedSteps,
  currentStep,
  hotspotSteps,
  needsAttention,
  type Selection,
  steps,
} from '../rules.ts'
import { stepWords } from '../words.ts'

type DrawingProps = {
  build: ReadBuild
  catalog: Catalog
  coat: string | undefined
  justChosen: PartStep | undefined
}

/** Widths that the sheet is lettered for, in pixels. */
const [widePx, phonePx] = [876, 380]
/** The phone's sheet is as wide, and higher. */
const phoneRatio = 1.48

/** Drawn twice, and the style sheet shows one of them, so that nobody has to measure the window. */
export function Drawing({ build: { drawn, selection, chosen, label }, catalog, ...props }: DrawingProps) {
  const measures = measure(drawn)
  const frame = sheetFrame(measures, drawn.suppressor)
  const high = frame.width / phoneRatio
  const phoneFrame = { ...frame, y: frame.y - (high - frame.height) / 2, height: high }
  const sheet = renderBlueprint(drawn, {
    pxPerInch: widePx / frame.width,
    frame,
    chosen: completedSteps(selection),
    focus: currentStep(selection),
    rulerY: 10.5,
  })
  const onPhone = renderBlueprint(drawn, {
    pxPerInch: phonePx / frame.width,
    frame: phoneFrame,
    barrelLineY: 6.4,
    overallLineY: 11.6,
    terse: true,
    limits: false,
    letteringPx: 10,
  })
  const offered = hotspotSteps(catalog, selection.platformId)
  const sheets = [
    ['wide', frame, balloonsOf(drawn, measures, 'wide')],
    ['phone', phoneFrame, balloonsOf(drawn, measures, 'phone')],
  ] as const
  const balloonsIn = (all: readonly Balloon[]) =>
    offered.flatMap((step) => all.find((balloon) => balloon.step === step) ?? [])
  return (
    <div
      className="stage-sheet"
      style={{ ['--wide' as string]: frame.width / frame.height, ['--phone' as string]: phoneRatio }}
    >
      <BlueprintDrawing sheet={sheet} label={label} justChosen={props.justChosen} coat={props.coat}>
        <g className="on-phone">
          {onPhone.drafting.map(({ className, d }, index) => (
            <path key={`${index}${className}`} className={className} d={d} />
          ))}
        </g>
        {sheets.map(([name, , all]) => (
          <g key={name} className={`on-${name}`}>
            {balloonsIn(all).map(({ step, x, y, pointX, pointY }) => (
              <g key={step}>
                <path
                  className="bp-leader"
                  d={`M${inches(x)} ${inches(y)}L${inches(pointX)} ${inches(pointY)}`}
                />
                <circle className="bp-leader-dot" cx={inches(pointX)} cy={inches(pointY)} r=".1" />
              </g>
            ))}
          </g>
        ))}
      </BlueprintDrawing>
      {sheets.map(([name, within, all]) => (
        <div key={name} className={`on-${name}`}>
          {balloonsIn(all).map((balloon) => (
            <Hotspot
              key={balloon.step}
              balloon={balloon}
              frame={within}
              selection={selection}
              names={chosen.filter(({ step }) => step === balloon.step).map((part) => part.name)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type HotspotProps = { balloon: Balloon; frame: Frame; selection: Selection; names: readonly string[] }

const hovered = 'hover:border-solid hover:bg-ink hover:text-page'

/** A step's number on the drawing. It is drawn small, the target is not. A call comes twice (WCAG 2.2.2). */
const looks = {
  open: `border-[1.2px] border-dashed border-faint bg-page text-muted ${hovered}`,
  chosen: `border-[1.2px] border-ink bg-page text-ink ${hovered}`,
  calling:
    'border-[1.5px] border-accent bg-accent text-on-accent after:absolute after:-inset-[5px] after:rounded-full after:border-[1.5px] after:border-accent motion-safe:after:[animation:ping_1.9s_var(--ease-out)_2]',
}

const stateWords = { calling: 'choose now', chosen: 'chosen', open: 'not chosen yet' }

function Hotspot({ balloon: { step, x, y }, frame, selection, names }: HotspotProps) {
  const state = needsAttention(selection, step) ? 'calling' : names.length > 0 ? 'chosen' : 'open'
  const number = steps.indexOf(step) + 1
  return (
    <a
      href={`#step-${step}`}
      className={`hot absolute z-2 grid size-[34px] -translate-1/2 place-items-center rounded-full font-display text-base/none font-[440] no-underline transition-colors before:absolute before:-inset-[7px] before:rounded-full focus-visible:rounded-full max-lg:size-8 max-lg:text-sm/none ${looks[state]}`}
      data-state={state}
      style={{
        left: `${(((x - frame.x) / frame.width) * 100).toFixed(3)}%`,
        top: `${(((y - frame.y) / frame.height) * 100).toFixed(3)}%`,
      }}
      aria-label={`${number}. ${stepWords[step].label}: ${names.join(', ') || stateWords[state]}`}
    >
      {number}
    </a>
  )
}
