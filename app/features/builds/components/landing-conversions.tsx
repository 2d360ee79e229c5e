import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { Sentences } from '../../pages/components/sentences.tsx'
import type { Cited } from '../../pages/rules.ts'
import type { conversionWords } from '../data/landing.ts'
import type { Conversion } from '../store.server.ts'
import { quotePath } from './landing-packages.tsx'

/** A conversion with the address of its picture. */
type ShownConversion = Omit<Conversion, 'drawing'> & { picture: string }

type Props = { words: typeof conversionWords; conversions: readonly ShownConversion[]; cited: Cited }

/** What we do to a firearm its owner has: what is added stands in ink, the time it takes on one scale of weeks. */
export function LandingConversions({ words, conversions, cited }: Props) {
  if (!conversions.length) return null
  const most = Math.max(...conversions.map(({ weeks }) => weeks.to))
  return (
    <Section title={words.title} lead={words.lead} id="conversions">
      <ul className="bld-convs">
        {conversions.map((conversion) => (
          <li key={conversion.id}>
            <ConversionCard conversion={conversion} most={most} />
          </li>
        ))}
      </ul>
      <div className="bld-foot">
        <ButtonLink to={quotePath(words.item)} variant="primary">
          {words.quote}
        </ButtonLink>
        <div className="bld-small">
          <Sentences of={words.note} cited={cited} />
        </div>
      </div>
    </Section>
  )
}

function ConversionCard({ conversion, most }: { conversion: ShownConversion; most: number }) {
  const { id, name, platform, description, timeline, weeks, features, picture } = conversion
  return (
    <article className="bld-conv" aria-labelledby={`conversion-${id}`}>
      <div className="bld-draw">
        <img src={picture} alt="" width={640} height={267} loading="lazy" decoding="async" />
      </div>
      <h3 className="h3" id={`conversion-${id}`}>
        <Link to={quotePath(name)}>{name}</Link>
      </h3>
      <p className="bld-tx">{description}</p>
      <ul>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <p className="bld-weeks">
        <span>{platform}</span>
        <b>{timeline}</b>
      </p>
      <svg viewBox={`0 0 ${most * 10} 6`} preserveAspectRatio="none" aria-hidden className="bld-scale">
        <path d={Array.from({ length: most + 1 }, (_, week) => `M${week * 10} 6v-3`).join('')} />
        <path className="on" d={`M0 6H${weeks.from * 10}`} />
        <path className="may" d={`M${weeks.from * 10} 6H${weeks.to * 10}`} />
      </svg>
    </article>
  )
}
