import { artFrames } from '#app/art/art-frames.ts'

type Props = { art: { heroWide: string; heroPhone: string } }

/** From this width on the hero uses the wide drawing. */
const wide = '(width >= 600px)'
const { heroWide, heroPhone } = artFrames

/** The artwork behind a drop's title. Its lines come alive with the first change (`site/strokes.ts`). */
export function HeroPicture({ art }: Props) {
  return (
    <picture className="absolute inset-0">
      <source media={wide} srcSet={art.heroWide} width={heroWide.width} height={heroWide.height} />
      <img
        className="object-right max-lg:object-top"
        src={art.heroPhone}
        alt=""
        width={heroPhone.width}
        height={heroPhone.height}
        fetchPriority="high"
        data-lines=""
      />
    </picture>
  )
}
