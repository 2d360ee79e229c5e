import '../page-styles.css'
import { type ReactNode, useId } from 'react'
import { type DrawnLayer, type Sheet, clipsOf, shapesOf } from './blueprint.ts'
import type { PartStep } from './build.ts'
import { viewBoxOf } from './frame.ts'
import type { Shape } from './shape.ts'

type BlueprintDrawingProps = {
  sheet: Sheet
  label: string
  justChosen?: PartStep | undefined
  coat?: string | undefined
  small?: boolean
  children?: ReactNode
}

/** An empty `label` marks a picture that repeats the text beside it. `justChosen` plots that step's parts from left to right once. */
export function BlueprintDrawing({
  sheet,
  label,
  justChosen,
  coat,
  small = false,
  children,
}: BlueprintDrawingProps) {
  const naming = label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      className={small ? 'bp bp-small' : 'bp'}
      viewBox={viewBoxOf(sheet.frame)}
      fillRule="evenodd"
      {...naming}
    >
      <SheetInk sheet={sheet} justChosen={justChosen} coat={coat} />
      {children}
    </svg>
  )
}

type InkProps = { sheet: Sheet; justChosen?: PartStep | undefined; coat?: string | undefined }

/** What is drawn of a sheet, inside of an element of class `bp`. */
export function SheetInk({ sheet, justChosen, coat }: InkProps) {
  const id = useId() // keeps several drawings on a page apart
  const clips = clipsOf(shapesOf(sheet))
  const paths = (shapes: readonly Shape[]) =>
    shapes.map(({ className, d, clip, detail }, i) => (
      // A part's shapes never change places: their order is their identity.
      <path
        key={`${i}${className}`}
        className={detail ? `${className} bp-detail` : className}
        d={d}
        clipPath={clip === undefined ? undefined : `url(#${id}clip${clips.indexOf(clip)})`}
      />
    ))
  return (
    <>
      <defs>
        <linearGradient id={`${id}metal`} x1="0" x2="0" y1="0" y2="1">
          <stop className="bp-metal-top" offset="0" />
          <stop className="bp-metal-middle" offset=".42" />
          <stop className="bp-metal-bottom" offset="1" />
        </linearGradient>
        {clips.map((d, i) => (
          <clipPath key={d} id={`${id}clip${i}`}>
            <path d={d} />
          </clipPath>
        ))}
      </defs>
      {sheet.contours.map(({ name, step, d }) => (
        <path key={name} className={step === justChosen ? 'bp-contour bp-just' : 'bp-contour'} d={d} />
      ))}
      <g fill={`url(#${id}metal)`}>
        {sheet.layers.map((layer) => (
          <g
            key={layer.name}
            className={layerClass(layer, justChosen)}
            data-part={layer.step}
            style={coat && coated.has(layer.name) && layer.ink === 'ink' ? { fill: coatOf(coat) } : undefined}
          >
            {paths(layer.shapes)}
          </g>
        ))}
      </g>
      <g className="bp-drafting">{paths(sheet.drafting)}</g>
    </>
  )
}

const coated = new Set(['upper', 'lower', 'handguard'])

function coatOf(color: string): string {
  return `color-mix(in oklch, ${color} 62%, var(--bp-fill))`
}

function layerClass(layer: DrawnLayer, justChosen: PartStep | undefined): string {
  const focus = layer.focused ? ' bp-focus' : ''
  const just = layer.step === justChosen ? ' bp-just' : ''
  return `bp-${layer.ink}${focus}${just}`
}
