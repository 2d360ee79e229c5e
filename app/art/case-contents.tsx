import { brand } from '#app/kit/brand.ts'
import { fitLettering, letteringPath } from './pantograph/lettering.ts'

type Props = { left: number; caseLeft: number; unitNumber: number; total: number; patchText: string }

/** The column beside the rifle: certificate, patch and drop card in their pockets, with the numbers of the list. */
export function CaseContents({ left, caseLeft, unitNumber, total, patchText }: Props) {
  const middle = left + 3.2
  const number = fitLettering(`${unitNumber}/${total}`, { height: 0.62, tracking: 0.08 }, 4.4)
  const patch = fitLettering(patchText, { height: 0.36, tracking: 0.08 }, 1.5)
  return (
    <>
      <Pocket left={left} top={-5.6} height={4.9} />
      <Engraved text={brand} x={middle} y={-4.2} height={0.5} tracking={0.08} />
      <Rows x={left + 1.3} y={-3.5} width={3.8} />
      <Engraved text={`${unitNumber}/${total}`} x={middle} y={-1.55} {...number} />

      <circle className="pocket" cx={left + 2.1} cy={2.35} r={2} />
      <circle className="patch-rim" cx={left + 2.1} cy={2.35} r={1.72} />
      <circle className="patch-ring" cx={left + 2.1} cy={2.35} r={1} />
      <Engraved text={patchText} x={left + 2.1} y={2.35 + patch.height / 2} {...patch} />

      <Pocket left={left} top={5.4} height={3.3} />
      <Engraved text={`№ ${unitNumber}`} x={left + 0.8} y={6.6} height={0.5} tracking={0.08} anchor="start" />
      <Rows x={left + 0.8} y={7.15} width={3.2} />

      <Balloon number={1} x={left + 5.4} y={-4.6} toX={left + 4.4} toY={-4} />
      <Balloon number={2} x={left + 5.4} y={0.9} toX={left + 3.9} toY={1.7} />
      <Balloon number={3} x={left + 5.4} y={6.6} toX={left + 4.4} toY={7} />
      <Balloon number={4} x={caseLeft + 2.6} y={-6.1} toX={caseLeft + 0.8} toY={-7.1} />
    </>
  )
}

function Pocket({ left, top, height }: { left: number; top: number; height: number }) {
  return (
    <>
      <rect className="pocket" x={left} y={top} width={6.4} height={height} rx={0.25} />
      <rect className="sheet" x={left + 0.35} y={top + 0.35} width={5.7} height={height - 0.7} rx={0.08} />
    </>
  )
}

type EngravedProps = {
  text: string
  x: number
  y: number
  height: number
  tracking: number
  width?: number
  anchor?: 'start' | 'middle'
}

function Engraved({ text, anchor = 'middle', ...layout }: EngravedProps) {
  return <path className="lettering" d={letteringPath(text, { ...layout, anchor })} />
}

/** Three lines of print, the last one short. */
function Rows({ x, y, width }: { x: number; y: number; width: number }) {
  return (
    <path
      className="rows"
      d={`M${x} ${y}h${width}M${x} ${y + 0.34}h${width}M${x} ${y + 0.68}h${width * 0.6}`}
    />
  )
}

type BalloonProps = { number: number; x: number; y: number; toX: number; toY: number }

function Balloon({ number, x, y, toX, toY }: BalloonProps) {
  return (
    <g className="balloon">
      <path d={`M${x} ${y}L${toX} ${toY}`} />
      <circle cx={x} cy={y} r={0.72} />
      <path d={letteringPath(String(number), { x, y: y + 0.3, height: 0.6, anchor: 'middle' })} />
    </g>
  )
}
