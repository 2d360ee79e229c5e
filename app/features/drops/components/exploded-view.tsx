import { Section } from '#app/ui/section.tsx'
import { explodedWords } from '../words/exploded.ts'

/** The rifle of a drop taken apart: the address of its drawing, its height at 1312 px, and the length of its barrel. */
export type ExplodedDrawing = { src: string; height: number; barrel: string }

const width = 1312

/** The rifle taken apart, as on a patent sheet, with the names of its numbered parts. */
export function ExplodedView({ drawing, name }: { drawing: ExplodedDrawing; name: string }) {
  const { src, height, barrel } = drawing
  return (
    <Section title={explodedWords.title} lead={explodedWords.lead}>
      <figure className="exploded" aria-label={explodedWords.title}>
        <div className="drawing-scroll" tabIndex={0} role="region" aria-label={explodedWords.region}>
          <img
            className="exploded-drawing"
            src={src}
            width={width}
            height={height}
            alt={explodedWords.alt(name)}
            loading="lazy"
            decoding="async"
          />
        </div>
        <figcaption className="exploded-names">
          <ol>
            {explodedWords.parts.map((part) => (
              <li key={part}>{part === 'Barrel' && barrel ? `Barrel, ${barrel}` : part}</li>
            ))}
          </ol>
        </figcaption>
      </figure>
    </Section>
  )
}
