import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type Balloon, balloonsOf } from '#app/art/blueprint/balloons.ts'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import type { Build, PartStep } from '#app/art/blueprint/build.ts'
import { type Frame, phoneFrame, sheetFrame } from '#app/art/blueprint/frame.ts'
import { Leaders } from '#app/art/blueprint/leaders.tsx'
import { measure } from '#app/art/blueprint/measure.ts'
import { type Advisory, type BuildClass, caliberOf, drawingLabel, markAsDrawn } from '../rules/checks.ts'
import {
  type Catalog,
  type ConfiguratorState,
  chosenParts,
  completedSteps,
  hotspotSteps,
  needsAttention,
  type Part,
  type Platform,
  steps,
} from '../rules.ts'
import { stepWords } from '../words.ts'

/** The form that every control of the builder belongs to: without script each sends the whole build with its change. */
export const buildFormId = 'build'

type DrawingProps = {
  build: Build
  configurator: ConfiguratorState
  catalog: Catalog
  platform: Platform
  buildClass: BuildClass
  /** The color of the finish; none for the standard one. */
  coat: string | undefined
  justChosen: PartStep | undefined
  onScale: (scale: string) => void
  onOpen: (step: PartStep) => void
}

export function Drawing({ build, configurator, catalog, platform, buildClass, ...props }: DrawingProps) {
  const [view, width] = useWidth(876)
  const measures = measure(build)
  const sheet = width < phonePx ? 'phone' : 'wide'
  const frame =
    sheet === 'phone' ? phoneFrame(measures, build.suppressor) : sheetFrame(measures, build.suppressor)
  const pxPerInch = width / frame.width
  const scale = `1 : ${(96 / pxPerInch).toFixed(1)}`
  const { onScale } = props
  useLayoutEffect(() => onScale(scale), [onScale, scale])
  const drawn = renderBlueprint(build, {
    pxPerInch,
    frame,
    chosen: completedSteps(configurator.selection),
    focus: configurator.step,
    ...(sheet === 'phone'
      ? { barrelLineY: 6.4, overallLineY: 11.6, terse: true, limits: false, letteringPx: 10 }
      : { rulerY: 10.5 }),
  })
  const offered = hotspotSteps(catalog, configurator.selection.platformId)
  const balloons = balloonsOf(build, measures, sheet).filter(({ step }) => offered.includes(step))
  const chosen = chosenParts(configurator.selection, catalog)
  return (
    <div
      className="stage-sheet"
      style={{ ['--ratio' as string]: (frame.width / frame.height).toFixed(4) }}
      ref={view}
    >
      <BlueprintDrawing
        sheet={drawn}
        label={drawingLabel(platform.name, buildClass, chosen)}
        justChosen={props.justChosen}
        coat={props.coat}
      >
        <Leaders balloons={balloons} pxPerInch={pxPerInch} />
      </BlueprintDrawing>
      {offered
        .flatMap((step) => balloons.find((balloon) => balloon.step === step) ?? [])
        .map((balloon) => (
          <Hotspot
            key={balloon.step}
            balloon={balloon}
            frame={frame}
            configurator={configurator}
            names={chosen.filter(({ step }) => step === balloon.step).map(({ name }) => name)}
            onOpen={props.onOpen}
          />
        ))}
    </div>
  )
}

const phonePx = 640

function useWidth(guess: number): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(guess)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    // The two sheets differ in their proportions, so the room is measured, not what the drawing takes of it.
    const room = measured.parentElement ?? measured
    const follow = () => {
      const [wide, high] = [room.clientWidth, room.clientHeight]
      if (wide === 0) return
      setWidth(Math.round(Math.min(wide, Math.max(high, 1) * (wide < phonePx ? phoneRatio : wideRatio))))
    }
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(room)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}

const phoneRatio = 34.6 / 22.6
const wideRatio = 36.2 / 18

type HotspotProps = {
  balloon: Balloon
  frame: Frame
  configurator: ConfiguratorState
  names: readonly string[]
  onOpen: (step: PartStep) => void
}

const hovered = 'hover:border-solid hover:bg-ink hover:text-page'

/** A step's number on the drawing. It is drawn small, the target is not. A call comes twice (WCAG 2.2.2). */
const looks = {
  open: `border-[1.2px] border-dashed border-faint bg-page text-muted ${hovered}`,
  chosen: `border-[1.2px] border-ink bg-page text-ink ${hovered}`,
  current: `border-[1.2px] border-accent bg-page text-accent ${hovered}`,
  calling:
    'border-[1.5px] border-accent bg-accent text-on-accent after:absolute after:-inset-[5px] after:rounded-full after:border-[1.5px] after:border-accent motion-safe:after:[animation:hot-call_1.9s_var(--ease-out)_2]',
}

const stateWords = { calling: 'choose now', chosen: 'chosen', open: 'not chosen yet' }

function Hotspot({ balloon: { step, x, y }, frame, configurator, names, onOpen }: HotspotProps) {
  const state = needsAttention(configurator, step) ? 'calling' : names.length > 0 ? 'chosen' : 'open'
  return (
    <button
      type="submit"
      form={buildFormId}
      name="step"
      value={step}
      className={`hot absolute z-2 -mt-[17px] -ml-[17px] grid size-[34px] place-items-center rounded-full font-display text-base/none font-[440] transition-colors before:absolute before:-inset-[7px] before:rounded-full focus-visible:rounded-full max-lg:-mt-4 max-lg:-ml-4 max-lg:size-8 max-lg:text-sm/none ${looks[state === 'chosen' && step === configurator.step ? 'current' : state]}`}
      data-state={state}
      style={{
        left: `${(((x - frame.x) / frame.width) * 100).toFixed(3)}%`,
        top: `${(((y - frame.y) / frame.height) * 100).toFixed(3)}%`,
      }}
      aria-haspopup="dialog"
      aria-label={`${steps.indexOf(step) + 1}. ${stepWords[step].label}: ${names.join(', ') || stateWords[state]}`}
      onClick={(event) => {
        event.preventDefault()
        onOpen(step)
      }}
    >
      {steps.indexOf(step) + 1}
    </button>
  )
}

export function ClassNote({
  buildClass,
  advisories,
}: {
  buildClass: BuildClass
  advisories: readonly Advisory[]
}) {
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span
          className={`font-display text-2xl leading-none font-book ${buildClass.asDrawn.class ? 'text-muted' : 'text-accent'}`}
        >
          {buildClass.code}
        </span>
        <span className="text-sm text-muted">{buildClass.reason}</span>
        <span className="text-xs text-faint">
          Illustration from outer dimensions. Limits: 26 U.S.C. 5845(a).
        </span>
      </p>
      <div className="grid max-w-[76ch] gap-0.5" role="status">
        {advisories.map(({ text }) => (
          <p className="flex gap-2 text-sm text-hold" key={text}>
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span>{text}</span>
          </p>
        ))}
      </div>
    </div>
  )
}

type TitleProps = { platform: Platform; buildClass: BuildClass; chosen: readonly Part[]; scale: string }

export function TitleBlock({ platform, buildClass, chosen, scale }: TitleProps) {
  const { asDrawn } = buildClass
  const overall = asDrawn.overall ? 'Overall' : `Overall, ${buildClass.extended} extended`
  const items = [
    ['Platform', platform.name, false],
    ['Caliber', caliberOf(platform, chosen), false],
    ['Barrel', buildClass.barrel, asDrawn.barrel],
    [overall, buildClass.overall, asDrawn.overall],
    ['Class', buildClass.label, asDrawn.class],
    ['Scale', scale, false],
  ] as const
  return (
    <dl className="border-t-[1.5px] border-t-muted lg:[grid-area:title] lg:[&>:first-child]:pl-4 grid grid-cols-3 lg:grid-cols-[0.75fr_1.6fr_0.85fr_1.25fr_1.25fr_0.75fr]">
      {items.map(([term, value, isDrawn]) => (
        <div
          // A printed page is not to scale.
          className={`${term === 'Scale' ? 'print:hidden' : ''} border-hairline px-3 py-2 max-lg:nth-[n+4]:border-t lg:not-first:border-l max-lg:not-nth-[3n+1]:border-l`}
          key={term}
        >
          <dt className="text-xs text-faint">{markAsDrawn(term, isDrawn)}</dt>
          <dd className={`mt-0.5 font-display leading-snug wrap-anywhere ${isDrawn ? 'text-faint' : ''}`}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
