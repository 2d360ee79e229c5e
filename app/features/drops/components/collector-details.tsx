import BadgeCheck from 'lucide-react/icons/badge-check'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Section } from '#app/ui/section.tsx'
import type { DropView } from '../routes/drop-view.server.ts'
import { categoryWords, dropNumberWords } from '../words.ts'

const included = [
  { title: 'Numbered certificate', text: 'Letterpress, your line and number, signed by the builder.' },
  { title: 'Exclusive patch', text: 'Embroidered for this drop only.' },
  { title: 'Drop card', text: 'Number, date and build sheet.' },
  { title: 'Custom case', text: 'Foam cut for your configuration.' },
] as const

/** What comes with a unit, drawn in its case with the chosen number's papers, and the run in four words. */
export function CollectorDetails({ drop, number = 1 }: { drop: DropView; number?: number | undefined }) {
  return (
    <Section title="Collector Details" lead="What arrives at your dealer, drawn to scale in its case.">
      <div className="packing">
        <figure className="case" aria-label="Packing plan">
          <div className="case-view" tabIndex={0}>
            <img
              src={`${drop.art.caseDrawing}&number=${number}`}
              width={1100}
              height={490}
              loading="lazy"
              alt="Case plan: certificate, patch, drop card and rifle in foam"
            />
          </div>
          <figcaption className="cap">
            Illustration of a starting configuration, with the papers of number {number}.
          </figcaption>
        </figure>
        <ol className="included" aria-label="Included">
          {included.map(({ title, text }, index) => (
            <li key={title}>
              <span className="bal" aria-hidden>
                {index + 1}
              </span>
              <h3 className="h4">{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
      <DefinitionList
        look="boxes"
        items={[
          { term: 'Limited run', value: `${drop.totalUnits} units` },
          { term: 'Drop number', value: `№ ${dropNumberWords(drop.dropNumber)}` },
          { term: 'Category', value: categoryWords[drop.category] },
          {
            term: 'Authenticity',
            value: (
              <span className="verified">
                <BadgeCheck aria-hidden /> Verified
              </span>
            ),
          },
        ]}
      />
    </Section>
  )
}
