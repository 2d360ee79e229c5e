import type { Shape } from './shape.ts'

/** `id` keeps several drawings on a page apart. */
export function SheetDefinitions({ id, clips }: { id: string; clips: readonly string[] }) {
  return (
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
  )
}

export function ShapePaths({
  shapes,
  clips,
  id,
}: {
  shapes: readonly Shape[]
  clips: readonly string[]
  id: string
}) {
  return shapes.map((shape, i) => {
    const clipPath = shape.clip === undefined ? undefined : `url(#${id}clip${clips.indexOf(shape.clip)})`
    // A part's shapes never change places: their order is their identity.
    const className = shape.detail ? `${shape.className} bp-detail` : shape.className
    return <path key={`${i}${shape.className}`} className={className} d={shape.d} clipPath={clipPath} />
  })
}
