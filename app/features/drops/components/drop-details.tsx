import { ButtonLink } from '#app/ui/button.tsx'
import { Instant } from '#app/ui/instant.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { formatCents } from '#app/kit/money.ts'
import { countOf } from '#app/kit/count.ts'
import { Sources } from '../../claims/components/sources.tsx'
import { countUnits, type EarlyOffer, unpackUnits } from '../rules.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { earlyFactWords } from '../words/early-access.ts'
import { type Chapter, chaptersOf, type DetailClaims } from './drop-chapters.tsx'

type Props = {
  /** The newest live drop, if one is live. */
  drop: (DropView & { early: EarlyOffer }) | undefined
  claims: DetailClaims
  /** The federal tax through time. */
  tax: string
  timeZone: string
}

/** How drops work, with the current drop's facts. */
export function DropDetails({ drop, claims, tax, timeZone }: Props) {
  const chapters = chaptersOf({ claims, tax, depositCents: drop?.depositPrice })
  return (
    <>
      <section className="section border-t-0" aria-labelledby="details">
        <div className="wrap">
          <div className="section-head">
            <h1 className="h1" id="details">
              Drop Details
            </h1>
            <p>
              A drop is a run that is made once. This is what happens from the first number to the day you
              collect it.
            </p>
          </div>
          {drop && <CurrentFacts drop={drop} timeZone={timeZone} />}
          <div className="mt-12 grid grid-cols-1 gap-x-6 gap-y-12 lg:mt-16 lg:grid-cols-[minmax(0,3fr)_minmax(0,9fr)]">
            <nav className="self-start lg:sticky lg:top-24" aria-label="On this page">
              <ol className="max-lg:columns-2">
                {chapters.map(({ id, title }) => (
                  <li key={id} className="py-1.5 font-display text-lg leading-normal tracking-wide">
                    <a className="link" href={`#${id}`}>
                      {title}
                    </a>
                  </li>
                ))}
              </ol>
            </nav>
            <div>
              {chapters.map((chapter, index) => (
                <ChapterView key={chapter.id} chapter={chapter} number={index + 1} />
              ))}
              <div className="btns border-t border-hairline pt-7">
                <ButtonLink to={drop ? `/drops/${drop.slug}` : '/drops/vault'} variant="primary">
                  {drop ? `See ${drop.name}` : 'Explore the Vault'}
                </ButtonLink>
                {drop && <ButtonLink to="/drops/vault">Explore the Vault</ButtonLink>}
              </div>
            </div>
          </div>
        </div>
      </section>
      <Sources claims={Object.values(claims)} />
    </>
  )
}

function ChapterView({ chapter: { id, title, content }, number }: { chapter: Chapter; number: number }) {
  return (
    <section
      className="grid grid-cols-[44px_minmax(0,1fr)] border-t border-hairline pt-7 pb-8 lg:grid-cols-[54px_minmax(0,1fr)]"
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <span className="circled-number" aria-hidden>
        {number}
      </span>
      <div className="prose text-ink">
        <h2 className="h3 mt-0 leading-snug" id={`${id}-title`}>
          {title}
        </h2>
        {content}
      </div>
    </section>
  )
}

function CurrentFacts({ drop, timeZone }: { drop: NonNullable<Props['drop']>; timeZone: string }) {
  const units = unpackUnits(drop.live.units)
  const { remaining, total } = countUnits(units)
  return (
    <div className="bg-transparent" data-theme={drop.theme} style={drop.ownColors}>
      <DefinitionList
        look="wide"
        items={[
          {
            term: `${drop.name}, units remaining`,
            value: (
              <>
                {remaining} of {total}
                <Ticks units={units} label={`${remaining} of ${countOf(total, 'unit')} remain`} />
              </>
            ),
          },
          {
            term: 'Starting price',
            value: formatCents(drop.basePrice),
          },
          {
            term: 'Deposit',
            value: formatCents(drop.depositPrice),
            note: 'Refundable until the form is filed',
          },
          {
            term: 'Early access',
            ...earlyFactWords[drop.early],
          },
        ]}
      />
      {drop.endDate && (
        <p className="mt-4 text-sm text-muted">
          The drop ends <Instant at={drop.endDate} timeZone={timeZone} />, or when the last unit is taken.
        </p>
      )}
    </div>
  )
}
