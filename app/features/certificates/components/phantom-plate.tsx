import { fitLettering, letteringPath } from '#app/art/pantograph/lettering.ts'

type Props = {
  /** What would be engraved. */
  text: string
  /** Struck out: the code is forged. */
  isStruckOut?: boolean
}

const width = 420
const height = 268

/** A data plate that does not exist, in phantom line. Decorative. */
export function PhantomPlate({ text, isStruckOut = false }: Props) {
  const fitted = fitLettering(text, { height: 88, tracking: 0.03 }, width - 92)
  const path = letteringPath(text, {
    ...fitted,
    x: width / 2,
    y: height / 2 + fitted.height / 2,
    anchor: 'middle',
  })
  return (
    <svg className="registry-phantom w-full max-w-[520px]" viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <rect x="1" y="1" width={width - 2} height={height - 2} rx="7" />
      <rect x="9.5" y="9.5" width={width - 19} height={height - 19} rx="3" />
      {[24, width - 24].flatMap((x) =>
        [24, height - 24].map((y) => <circle key={`${x} ${y}`} cx={x} cy={y} r="5.5" />),
      )}
      <path d={path} />
      {isStruckOut && <path className="registry-strike" d={`M46 ${height - 62}L${width - 46} 62`} />}
    </svg>
  )
}
