import '../page-styles.css'
import { type ReactNode, useId } from 'react'
import type { DrawnLayer, Sheet } from './blueprint.ts'
import type { PartStep } from './build.ts'
import { clipsOf, shapesOf } from './clips.ts'
import { viewBoxOf } from './frame.ts'
import { ShapePaths, SheetDefinitions } from './shape-paths.tsx'

/** An empty `label` marks a picture that repeats the text beside it. `justChosen` plots that step's parts from left to right once. */
export function BlueprintDrawing({
  sheet,
  label,
  justChosen,
  coat,
  small = false,
  children,
}: {
  sheet: Sheet
  label: string
  justChosen?: PartStep | undefined
  coat?: string | undefined
  small?: boolean
  children?: ReactNode
}) {
  const id = useId()
  const clips = clipsOf(shapesOf(sheet))
  const naming = label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      className={small ? 'bp bp-small' : 'bp'}
      viewBox={viewBoxOf(sheet.frame)}
      fillRule="evenodd"
      {...naming}
    >
      <SheetDefinitions id={id} clips={clips} />
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
            <ShapePaths shapes={layer.shapes} clips={clips} id={id} />
          </g>
        ))}
      </g>
      <g className="bp-drafting">
        <ShapePaths shapes={sheet.drafting} clips={clips} id={id} />
      </g>
      {children}
    </svg>
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
