/** Placeholder for a coming video, in phantom line. */
export function VideoPlate() {
  const holes = (y: number) =>
    Array.from({ length: 13 }, (_, index) => `M${22 + index * 48} ${y}h20v14h-20z`).join('')
  return (
    <svg className="draft" viewBox="0 0 640 360" aria-hidden>
      <path className="draft-phantom" d="M1 1H639V359H1ZM1 44H639M1 316H639" />
      <path className="draft-fine" d={holes(15) + holes(331)} />
      <path className="draft-phantom" d="M282 138L366 180L282 222Z" />
      <path
        className="draft-fine"
        d="M320 60V118M320 242V300M60 180H262M386 180H580"
        strokeDasharray="16 4 3 4"
      />
    </svg>
  )
}
