import { letteringPath } from '#app/art/pantograph/lettering.ts'

/** The pack: the template in front, the guides behind it. Decorative. */
export function PackDrawing() {
  return (
    <svg className="trust-drawing" viewBox="0 0 640 620" aria-hidden>
      {guides.map(({ title, x, y }) => (
        <path key={title} className="trust-sheet" d={sheet(x, y, 380, 500)} />
      ))}
      {guides.map(({ title, x, y }) => (
        <g key={title}>
          <path className="trust-fine" d={`M${x + 372} ${y + 16}H494`} />
          <path d={letteringPath(title, { height: 12, tracking: 0.1, x: 504, y: y + 22 })} />
        </g>
      ))}
      <path className="trust-sheet-front" d={sheet(20, 100, 380, 500)} />
      <path className="trust-fine" d={sheet(32, 112, 356, 476)} />
      <path
        className="stroke-[1.8]"
        d={letteringPath('Declaration', { height: 27, tracking: 0.08, x: 210, y: 176, anchor: 'middle' })}
      />
      <path d={letteringPath('of trust', { height: 15, tracking: 0.12, x: 210, y: 208, anchor: 'middle' })} />
      {blanks.map(({ label, y }) => (
        <g key={label}>
          <path d={letteringPath(label, { height: 11, tracking: 0.09, x: 58, y })} />
          <path className="trust-blank" d={`M168 ${y + 2}H362`} />
        </g>
      ))}
      <path className="trust-fine" d={clauses} />
      <path className="trust-blank" d="M58 552H214" />
      <path d={letteringPath('Signed', { height: 10, tracking: 0.1, x: 58, y: 572 })} />
      <g transform="translate(310 512)">
        <circle className="trust-sheet" r="54" />
        <path className="trust-seal" d={seal} />
        <path d={letteringPath('Notary', { height: 10, tracking: 0.12, y: 5, anchor: 'middle' })} />
      </g>
    </svg>
  )
}

/** Back to front. */
const guides = [
  { title: 'Checklist', x: 92, y: 10 },
  { title: 'Form 4', x: 68, y: 40 },
  { title: 'Engraving', x: 44, y: 70 },
]

const blanks = [
  { label: 'Trust', y: 256 },
  { label: 'Grantor', y: 290 },
  { label: 'Trustees', y: 324 },
  { label: 'Successor', y: 358 },
]

/** The clauses between the blanks and the signature, as strokes. */
const clauses = Array.from({ length: 7 }, (_, row) => {
  const width = [304, 296, 304, 214, 304, 288, 150][row] ?? 304
  return `M58 ${392 + row * 13}h${Math.min(width, row > 3 ? 180 : width)}`
}).join('')

/** A notary's seal as an engine-turned ring. */
const seal = Array.from({ length: 12 }, (_, strand) => {
  const points = Array.from({ length: 145 }, (_, at) => {
    const angle = (at / 144) * 2 * Math.PI
    const radius = 40 + 10 * Math.sin(9 * angle + (strand / 12) * 2 * Math.PI)
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}).join('')

/** A sheet with its corner folded. */
function sheet(x: number, y: number, width: number, height: number): string {
  const fold = 26
  return `M${x} ${y}h${width - fold}l${fold} ${fold}v${height - fold}h${-width}Z M${x + width - fold} ${y}v${fold}h${fold}`
}
