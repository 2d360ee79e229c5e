import './data-plate.css'
import { useId } from 'react'
import { brand } from '#app/kit/brand.ts'
import { DrawnOnce } from '#app/ui/drawn-once.tsx'
import { dropNumberText } from './drawing.ts'
import { fitLettering, letteringPath, letteringStrokes, letteringWidth } from './pantograph/lettering.ts'

const width = 420
const inner = 328

type Props = {
  dropName: string
  dropNumber: number
  unitNumber: number
  total: number
  isEngraving?: boolean
}

const round = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const ink = { ...round, stroke: 'var(--ink)', strokeWidth: 1.35 }
const smallInk = { ...ink, strokeWidth: 1.2, strokeOpacity: 0.78 }
const rule = { stroke: 'var(--ink)', strokeOpacity: 0.3 }
const edge = { fill: 'none', stroke: 'var(--ink)', strokeOpacity: 0.28 }

const place = 'Miami, Florida'
const licenseText = 'Made under federal license'
const height = 268
const margin = (width - inner) / 2
const screws = [
  [24, 24],
  [width - 24, 24],
  [24, height - 24],
  [width - 24, height - 24],
] as const

/** Checkout, order page and list show the same plate again and again. */
export function DataPlate(props: Props) {
  return (
    <DrawnOnce by={JSON.stringify(['plate', props])} className="contents">
      <Plate {...props} />
    </DrawnOnce>
  )
}

function Plate(props: Props) {
  const { dropName, dropNumber, unitNumber, total, isEngraving = false } = props
  const drop = { text: `DROP № ${dropNumberText(dropNumber)}`, height: 11, tracking: 0.12, width: 0.95 }
  const nameRoom = inner - letteringWidth(drop.text, drop) - 18
  const name = fitLettering(dropName, { height: 11, tracking: 0.12, width: 0.95 }, nameRoom)
  const placeText = fitLettering(place, { height: 9.5, tracking: 0.14, width: 0.95 }, inner - 110)
  const license = fitLettering(licenseText, { height: 8, tracking: 0.2, width: 0.95 }, inner)
  const label = `Data plate: ${brand}, ${place.replace(',', '')}, ${dropName}, number ${unitNumber} of ${total}`
  return (
    <svg className="data-plate" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <Steel />
      <path
        {...ink}
        d={letteringPath(brand, { x: margin, y: 38, height: 19, width: 0.95, tracking: 0.06 })}
      />
      <path
        {...smallInk}
        d={letteringPath(place, { ...placeText, x: width - margin, y: 36, anchor: 'end' })}
      />
      <path {...rule} d={`M${margin} 56h${inner}`} />
      <path {...ink} d={letteringPath(dropName, { ...name, x: margin, y: 80 })} />
      <path {...ink} d={letteringPath(drop.text, { ...drop, x: width - margin, y: 80, anchor: 'end' })} />
      <path {...rule} d={`M${margin} 94h${inner}`} />
      <CutNumber text={`${unitNumber}/${total}`} isEngraving={isEngraving} />
      <path {...rule} d={`M${margin} 226h${inner}`} />
      <path
        {...smallInk}
        d={letteringPath(licenseText, { ...license, x: width / 2, y: 245, anchor: 'middle' })}
      />
    </svg>
  )
}

function Steel() {
  const id = useId()
  return (
    <>
      <defs>
        <linearGradient id={`${id}sheet`} x2=".25" y2="1">
          <stop stopColor="var(--raised)" offset="0" />
          <stop stopColor="var(--plate)" offset=".5" />
          <stop stopColor="var(--sheet)" offset="1" />
        </linearGradient>
        <filter id={`${id}brush`} x="0" y="0" width="100%" height="100%">
          <feTurbulence type="fractalNoise" baseFrequency=".004 .6" numOctaves="2" seed="8" />
          <feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  0 0 0 1.6 -.62" />
        </filter>
        <clipPath id={`${id}cut`}>
          <rect x="1" y="1" width={width - 2} height={height - 2} rx="7" />
        </clipPath>
      </defs>
      <rect x="1" y="1" width={width - 2} height={height - 2} rx="7" fill={`url(#${id}sheet)`} />
      <g clipPath={`url(#${id}cut)`}>
        <rect width={width} height={height} filter={`url(#${id}brush)`} opacity=".11" />
      </g>
      <rect {...edge} x="1" y="1" width={width - 2} height={height - 2} rx="7" />
      <rect {...edge} x="9.5" y="9.5" width={width - 19} height={height - 19} rx="3" />
      {screws.map(([x, y]) => (
        <g key={`${x} ${y}`} fill="var(--page)" stroke="var(--ink)" strokeOpacity=".45">
          <circle cx={x} cy={y} r="5.5" />
          <path d={`M${x - 3} ${y + 2}l6 -4`} />
        </g>
      ))}
    </>
  )
}

function CutNumber({ text, isEngraving }: { text: string; isEngraving: boolean }) {
  const { strokes, tool } = cutNumber(text)
  const groove = strokes.join('')
  const motion = isEngraving ? ' engraving' : ''
  return (
    <>
      <g className={`groove${motion}`}>
        <path
          {...round}
          stroke="#fff"
          strokeOpacity=".2"
          d={groove}
          strokeWidth={tool + 2.8}
          transform="translate(.8 1.4)"
        />
        <path
          {...round}
          stroke="#000"
          strokeOpacity=".7"
          d={groove}
          strokeWidth={tool + 2.6}
          transform="translate(-.5 -.8)"
        />
      </g>
      <g className={`number${motion}`} strokeWidth={tool}>
        {strokes.map((stroke, i) => (
          <path
            key={stroke}
            {...round}
            stroke="var(--accent)"
            strokeDasharray="1"
            d={stroke}
            pathLength={1}
            style={{ animationDelay: `${i * 160}ms` }}
          />
        ))}
      </g>
    </>
  )
}

function cutNumber(text: string): { strokes: readonly string[]; tool: number } {
  const fitted = fitLettering(text, { height: 88, tracking: 0.03 }, inner)
  const strokes = letteringStrokes(text, {
    ...fitted,
    x: width / 2,
    y: 160 + fitted.height / 2,
    anchor: 'middle',
  })
  return { strokes, tool: 5.6 * Math.max(0.7, fitted.height / 88) }
}
