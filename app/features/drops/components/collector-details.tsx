import BadgeCheck from 'lucide-react/icons/badge-check'
import { countOf } from '#app/kit/count.ts'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Section } from '#app/ui/section.tsx'
import type { DropStatus } from '../rules.ts'
import { withNumber } from '../rules/following.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { categoryWords, dropNumberWords } from '../words.ts'

const included = [
  { title: 'Numbered certificate', text: 'Letterpress, your line and number, signed by the builder.' },
  { title: 'Exclusive patch', text: 'Embroidered for this drop only.' },
  { title: 'Drop card', text: 'Number, date and build sheet.' },
  { title: 'Custom case', text: 'Foam cut for your configuration.' },
] as const

type Props = { drop: DropView; status: DropStatus; number?: number | undefined }

/** What comes with a unit, drawn in its case with the chosen number, and key facts of the run. */
export function CollectorDetails({ drop, status, number }: Props) {
  const caseDrawing = `${drop.art.caseDrawing}&number={}`
  const lead =
    status === 'archived'
      ? 'What came with each number, drawn to scale in its case.'
      : 'What arrives at your dealer, drawn to scale in its case.'
  return (
    <Section title="Collector Details" lead={lead}>
      <div className="mb-12 grid items-start gap-x-6 gap-y-10 lg:grid-cols-12">
        <figure className="min-w-0 lg:col-span-8" aria-label="Packing plan" data-pictured="">
          <div className="drawing-scroll" tabIndex={0}>
            <img
              className="h-auto w-full max-lg:w-[640px] max-lg:max-w-none"
              src={withNumber(caseDrawing, number ?? 1)}
              data-number-src={caseDrawing}
              width={1100}
              height={490}
              loading="lazy"
              alt="Case plan: certificate, patch, drop card and rifle in foam"
            />
          </div>
          <figcaption className="mt-2 text-sm text-faint">
            Illustration of a starting configuration, with the papers of number{' '}
            <span data-number-text="{}">{number ?? 1}</span>.
          </figcaption>
        </figure>
        <ol className="border-b border-hairline lg:col-span-4" aria-label="Included">
          {included.map(({ title, text }, index) => (
            <li
              key={title}
              className="grid grid-cols-[44px_1fr] gap-x-4 gap-y-1 border-t border-hairline py-4"
            >
              <span className="circled-number" aria-hidden>
                {index + 1}
              </span>
              <h3 className="h4 leading-7 font-normal">{title}</h3>
              <p className="col-start-2 text-base text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </div>
      <DefinitionList
        look="boxes"
        items={[
          { term: 'Limited run', value: countOf(drop.totalUnits, 'unit') },
          { term: 'Drop number', value: `№ ${dropNumberWords(drop.dropNumber)}` },
          { term: 'Category', value: categoryWords[drop.category] },
          {
            term: 'Authenticity',
            value: (
              <span className="flex flex-wrap items-center gap-x-2 text-ok">
                <BadgeCheck aria-hidden /> Verified
              </span>
            ),
          },
        ]}
      />
    </Section>
  )
}
