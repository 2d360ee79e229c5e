import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { Sentences } from '../../pages/components/sentences.tsx'
import type { Cited } from '../../pages/rules.ts'
import type { conversionWords } from '../words/landing.ts'
import type { Conversion } from '../store.server.ts'
import { CardDrawing } from './card-drawing.tsx'
import { quotePath } from './landing-packages.tsx'

/** A conversion with the address of its image. */
export type ConversionView = Omit<Conversion, 'drawing'> & { picture: string }

type Props = { words: typeof conversionWords; conversions: readonly ConversionView[]; cited: Cited }

/** Conversions of a customer's firearm, with the lead times on a common scale of weeks. */
export function LandingConversions({ words, conversions, cited }: Props) {
  if (!conversions.length) return null
  const maxWeeks = Math.max(...conversions.map(({ weeks }) => weeks.to))
  return (
    <Section title={words.title} lead={words.lead} id="conversions">
      <ul className="mb-12 grid gap-x-6 gap-y-12 sm:grid-cols-2 xl:grid-cols-3">
        {conversions.map((conversion) => (
          <li className="grid" key={conversion.id}>
            <ConversionCard conversion={conversion} maxWeeks={maxWeeks} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-10 gap-y-5 max-sm:[&>.btn]:w-full">
        <ButtonLink to={quotePath(words.item)} variant="primary">
          {words.quote}
        </ButtonLink>
        <div className="max-w-[78ch] flex-[1_1_380px] text-sm text-muted">
          <Sentences of={words.note} cited={cited} />
        </div>
      </div>
    </Section>
  )
}

function ConversionCard({ conversion, maxWeeks }: { conversion: ConversionView; maxWeeks: number }) {
  const { id, name, platform, description, timeline, weeks, features, picture } = conversion
  return (
    <article className="group relative flex flex-col" aria-labelledby={`conversion-${id}`}>
      <CardDrawing src={picture} />
      <h3 className="h3 mt-4 mb-1.5" id={`conversion-${id}`}>
        <Link
          className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
          to={quotePath(name)}
        >
          {name}
        </Link>
      </h3>
      <p className="text-muted">{description}</p>
      <ul className="mt-2 mb-5 text-sm text-faint">
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <p className="mt-auto flex justify-between font-display">
        <span className="text-muted">{platform}</span>
        <b className="font-normal">{timeline}</b>
      </p>
      <svg
        viewBox={`0 0 ${maxWeeks * 10} 6`}
        preserveAspectRatio="none"
        aria-hidden
        className="mt-1 h-[10px] w-full overflow-visible"
      >
        <path
          className="pen stroke-control"
          d={Array.from({ length: maxWeeks + 1 }, (_, week) => `M${week * 10} 6v-3`).join('')}
        />
        <path className="pen stroke-accent stroke-[2.5]" d={`M0 6H${weeks.from * 10}`} />
        <path
          className="pen stroke-accent stroke-[2.5]"
          strokeDasharray="5 4"
          d={`M${weeks.from * 10} 6H${weeks.to * 10}`}
        />
      </svg>
    </article>
  )
}
