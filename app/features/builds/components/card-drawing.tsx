/** A drawing of the workshop on a card, whose words say what it shows. Its light pens are dark ink on paper. */
export function CardDrawing({ src, className = 'h-auto w-full' }: { src: string; className?: string }) {
  return (
    <img
      className={`print:grayscale print:invert ${className}`}
      src={src}
      alt=""
      width={640}
      height={267}
      loading="lazy"
      decoding="async"
    />
  )
}
