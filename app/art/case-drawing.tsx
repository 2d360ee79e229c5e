import { useId } from 'react'
import { renderBlueprint, outerEdges } from './blueprint/blueprint.ts'
import type { Build } from './blueprint/build.ts'
import { measure } from './blueprint/measure.ts'
import { SheetInk } from './blueprint/blueprint-drawing.tsx'
import { layersOf } from './blueprint/layers.ts'
import { formatNumber } from './svg-path.ts'
import { brand } from '#app/kit/brand.ts'
import { fitLettering, letteringPath, type PlacedLettering } from './pantograph/lettering.ts'

type Props = {
  build: Build
  unitNumber: number
  total: number
  patchText: string
}

export function CaseDrawing({ build, unitNumber, total, patchText }: Props) {
  const { buttX, tipX } = measure(build)
  const layout = caseLayout(tipX - buttX)
  const { left: caseLeft, contentsX: left } = layout
  const middle = left + 3.2
  const number = fitLettering(`${unitNumber}/${total}`, { height: 0.62, tracking: 0.08 }, 4.4)
  const patch = fitLettering(patchText, { height: 0.36, tracking: 0.08 }, 1.5)
  const mark = { height: 0.5, tracking: 0.08 }
  const contents = (
    <>
      {pocketAt(left, -5.6, 4.9)}
      {engraved(brand, { ...mark, x: middle, y: -4.2 })}
      {rowsAt(left + 1.3, -3.5, 3.8)}
      {engraved(`${unitNumber}/${total}`, { ...number, x: middle, y: -1.55 })}

      <circle {...pocket} cx={left + 2.1} cy={2.35} r={2} />
      <circle {...pen} stroke="var(--accent)" strokeWidth="2.4" cx={left + 2.1} cy={2.35} r={1.72} />
      <circle {...pen} strokeWidth=".8" strokeOpacity=".6" cx={left + 2.1} cy={2.35} r={1} />
      {engraved(patchText, { ...patch, x: left + 2.1, y: 2.35 + patch.height / 2 })}

      {pocketAt(left, 5.4, 3.3)}
      {engraved(`№ ${unitNumber}`, { ...mark, x: left + 0.8, y: 6.6, anchor: 'start' })}
      {rowsAt(left + 0.8, 7.15, 3.2)}

      {balloon(1, left + 5.4, -4.6, left + 4.4, -4)}
      {balloon(2, left + 5.4, 0.9, left + 3.9, 1.7)}
      {balloon(3, left + 5.4, 6.6, left + 4.4, 7)}
      {balloon(4, caseLeft + 2.6, -6.1, caseLeft + 0.8, -7.1)}
    </>
  )
  return (
    <svg viewBox={layout.viewBox} role="img" aria-label={label} fill="none" stroke="var(--ink)">
      <Shell layout={layout} />
      <RifleInFoam build={build} x={layout.rifleX - buttX} />
      {contents}
    </svg>
  )
}

/** Hairlines keep their width at any scale. The cut in the foam is in inches: it is wider than the rifle by its clearance. */
const pen = { vectorEffect: 'non-scaling-stroke' } as const
const pocket = { ...pen, fill: 'var(--page)', strokeOpacity: 0.6 }

const label = 'Case plan: certificate, patch, drop card and rifle in foam'

function Shell({ layout: { left, right, hatching } }: { layout: ReturnType<typeof caseLayout> }) {
  const id = useId()
  const length = right - left
  const middle = (left + right) / 2
  return (
    <>
      <clipPath id={`${id}foam`}>
        <rect x={left + 1.2} y={-6.6} width={length - 2.4} height={16.2} rx={0.5} />
      </clipPath>
      <rect
        {...pen}
        fill="var(--sheet)"
        strokeWidth="1.6"
        x={left}
        y={-7.6}
        width={length}
        height={18.2}
        rx={1}
      />
      <rect
        {...pen}
        strokeOpacity=".45"
        x={left + 1.2}
        y={-6.6}
        width={length - 2.4}
        height={16.2}
        rx={0.5}
      />
      <path {...pen} strokeOpacity=".09" d={hatching} clipPath={`url(#${id}foam)`} />
      {[middle - 12, middle + 12].map((x) => (
        <rect key={x} {...pocket} x={x - 1.3} y={10.1} width={2.6} height={0.9} rx={0.2} />
      ))}
      <rect {...pocket} x={middle - 3} y={10.2} width={6} height={0.9} rx={0.3} />
    </>
  )
}

function RifleInFoam({ build, x }: { build: Build; x: number }) {
  const outlines = silhouette(build)
  const outline = outlines.join('')
  const sheet = renderBlueprint(build, { pxPerInch: 20, dimensions: false })
  return (
    <g transform={`translate(${x.toFixed(2)} -1.7)`}>
      {/* The cut is the outline drawn with a pen as wide as the clearance, first the edge and then the void. */}
      <g strokeLinejoin="round" strokeLinecap="round">
        <path strokeWidth="1.16" strokeOpacity=".5" d={outline} />
        <path stroke="var(--page)" strokeWidth="1.08" d={outline} />
        {outlines.map((d) => (
          <path key={d} fill="var(--page)" stroke="var(--page)" strokeWidth=".4" d={d} />
        ))}
      </g>
      <g className="bp bp-small" fillRule="evenodd">
        <SheetInk sheet={sheet} />
      </g>
    </g>
  )
}

/** In inches. Each path filled on its own, the union is the silhouette; stroked with a wide pen first, the cut-out of a case has its clearance. */
export function silhouette(build: Build): string[] {
  return layersOf(build, measure(build))
    .filter((layer) => !layer.neverInked && layer.name !== 'sling')
    .flatMap((layer) => outerEdges(layer.shapes))
}

const rifleRoom = 31.4
const standardLength = 43.2
const contentsWidth = 8.6

/** Measures of a case in inches, around a middle at x 0; y 0 is the bore of the rifle. */
export function caseLayout(overallIn: number) {
  const length = standardLength + Math.max(0, overallIn - rifleRoom)
  const left = -length / 2
  const right = length / 2
  const contentsX = right - contentsWidth
  const spare = contentsX - 0.8 - (left + 1.6) - overallIn
  let hatching = ''
  for (let x = left - 10; x < right + 1; x += 0.62) hatching += `M${formatNumber(x, 2)} 9.8l16.6-16.6`
  return {
    viewBox: `${formatNumber(left - 0.4, 2)} -8 ${formatNumber(length + 0.8, 2)} 19.4`,
    left,
    right,
    rifleX: left + 1.6 + spare / 2,
    contentsX,
    hatching,
  }
}

function pocketAt(left: number, top: number, height: number) {
  return (
    <>
      <rect {...pocket} x={left} y={top} width={6.4} height={height} rx={0.25} />
      <rect
        {...pen}
        strokeWidth=".7"
        strokeOpacity=".35"
        x={left + 0.35}
        y={top + 0.35}
        width={5.7}
        height={height - 0.7}
        rx={0.08}
      />
    </>
  )
}

function engraved(text: string, place: PlacedLettering) {
  const d = letteringPath(text, { anchor: 'middle', ...place })
  return <path {...pen} strokeWidth=".9" strokeLinecap="round" d={d} />
}

function rowsAt(x: number, y: number, width: number) {
  const d = `M${x} ${y}h${width}M${x} ${y + 0.34}h${width}M${x} ${y + 0.68}h${width * 0.6}`
  return <path {...pen} strokeWidth=".8" strokeOpacity=".4" d={d} />
}

function balloon(number: number, x: number, y: number, toX: number, toY: number) {
  return (
    <g strokeWidth="1.2">
      <path {...pen} d={`M${x} ${y}L${toX} ${toY}`} />
      <circle {...pen} fill="var(--page)" strokeWidth="1.1" cx={x} cy={y} r={0.72} />
      <path {...pen} d={letteringPath(String(number), { x, y: y + 0.3, height: 0.6, anchor: 'middle' })} />
    </g>
  )
}
