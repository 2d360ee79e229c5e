import { type ReactNode, useId } from 'react'
import type { Blueprint, DrawnLayer } from './blueprint.ts'
import './blueprint.css'
import type { PartStep } from './build.ts'
import { clipsOf, shapesOf } from './clips.ts'
import { viewBoxOf } from './frame.ts'
import { SheetDefinitions, ShapePaths } from './shape-paths.tsx'

/**
 * The sheet as SVG. `label` names it for those who cannot see it: platform, view and both lengths.
 * `justChosen` plots that step's parts from left to right once. Children (leaders) are drawn on top.
 */
export function BlueprintDrawing({
  blueprint,
  label,
  justChosen,
  children,
}: {
  blueprint: Blueprint
  label: string
  justChosen?: PartStep | undefined
  children?: ReactNode
}) {
  const id = useId()
  const clips = clipsOf(shapesOf(blueprint))
  return (
    <svg className="bp" viewBox={viewBoxOf(blueprint.frame)} role="img" aria-label={label} fillRule="evenodd">
      <SheetDefinitions id={id} clips={clips} />
      {blueprint.contours.map(({ name, step, d }) => (
        <path key={name} className={`bp-contour${step === justChosen ? ' bp-just' : ''}`} d={d} />
      ))}
      <g fill={`url(#${id}metal)`}>
        {blueprint.layers.map((layer) => (
          <g key={layer.name} className={layerClass(layer, justChosen)} data-part={layer.step}>
            <ShapePaths shapes={layer.shapes} clips={clips} id={id} />
          </g>
        ))}
      </g>
      <g>
        <ShapePaths shapes={blueprint.drafting} clips={clips} id={id} />
      </g>
      {children}
    </svg>
  )
}

function layerClass(layer: DrawnLayer, justChosen: PartStep | undefined): string {
  const focus = layer.focused ? ' bp-focus' : ''
  const just = layer.step === justChosen ? ' bp-just' : ''
  return `bp-${layer.ink}${focus}${just}`
}
