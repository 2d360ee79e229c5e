import { useId } from 'react'
import { renderBlueprint } from './blueprint/blueprint.ts'
import type { Build } from './blueprint/build.ts'
import { clipsOf, shapesOf } from './blueprint/clips.ts'
import { measure } from './blueprint/measure.ts'
import { ShapePaths, SheetDefinitions } from './blueprint/shape-paths.tsx'
import { silhouette } from './blueprint/silhouette.ts'
import { caseLayout } from './case-layout.ts'
import { CaseContents } from './case-contents.tsx'

type Props = {
  /** The rifle in the foam; the case is as long as it needs. */
  build: Build
  unitNumber: number
  total: number
  /** Lettering on the patch, for example "Vol. 1". */
  patchText: string
}

/** What arrives at the dealer, in its case, in inches: rifle, certificate (1), patch (2), drop card (3), case (4). */
export function CaseDrawing({ build, unitNumber, total, patchText }: Props) {
  const { buttX, tipX } = measure(build)
  const layout = caseLayout(tipX - buttX)
  return (
    <svg className="case-drawing" viewBox={layout.viewBox} role="img" aria-label={label}>
      <Shell layout={layout} />
      <RifleInFoam build={build} x={layout.rifleX - buttX} />
      <CaseContents
        left={layout.contentsX}
        caseLeft={layout.left}
        unitNumber={unitNumber}
        total={total}
        patchText={patchText}
      />
    </svg>
  )
}

const label = 'Case plan: certificate, patch, drop card and rifle in foam'

/** The lid line, the foam with its cut hatching, two latches and the handle. */
function Shell({ layout: { left, right, hatching } }: { layout: ReturnType<typeof caseLayout> }) {
  const id = useId()
  const length = right - left
  const middle = (left + right) / 2
  return (
    <>
      <clipPath id={`${id}foam`}>
        <rect x={left + 1.2} y={-6.6} width={length - 2.4} height={16.2} rx={0.5} />
      </clipPath>
      <rect className="shell" x={left} y={-7.6} width={length} height={18.2} rx={1} />
      <rect className="lip" x={left + 1.2} y={-6.6} width={length - 2.4} height={16.2} rx={0.5} />
      <path className="foam" d={hatching} clipPath={`url(#${id}foam)`} />
      {[middle - 12, middle + 12].map((x) => (
        <rect key={x} className="pocket" x={x - 1.3} y={10.1} width={2.6} height={0.9} rx={0.2} />
      ))}
      <rect className="pocket" x={middle - 3} y={10.2} width={6} height={0.9} rx={0.3} />
    </>
  )
}

function RifleInFoam({ build, x }: { build: Build; x: number }) {
  const id = useId()
  const outlines = silhouette(build)
  const outline = outlines.join('')
  const sheet = renderBlueprint(build, { pxPerInch: 20, dimensions: false })
  const clips = clipsOf(shapesOf(sheet))
  return (
    <g transform={`translate(${x.toFixed(2)} -1.7)`}>
      {/* The cut is the outline drawn with a pen as wide as the clearance, first the edge and then the void. */}
      <path className="cut-edge" d={outline} />
      <path className="cut-void" d={outline} />
      {outlines.map((d) => (
        <path key={d} className="cut-fill" d={d} />
      ))}
      <g className="bp bp-small" fillRule="evenodd">
        <SheetDefinitions id={id} clips={clips} />
        {sheet.contours.map(({ name, d }) => (
          <path key={name} className="bp-contour" d={d} />
        ))}
        <g fill={`url(#${id}metal)`}>
          {sheet.layers.map((layer) => (
            <g key={layer.name} className={`bp-${layer.ink}`}>
              <ShapePaths shapes={layer.shapes} clips={clips} id={id} />
            </g>
          ))}
        </g>
      </g>
    </g>
  )
}
