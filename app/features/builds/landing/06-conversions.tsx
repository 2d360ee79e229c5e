import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { CardDrawing, Note, quotePath, Rail } from '../landing-parts.tsx'
import type { LandingPage } from '../landing.tsx'

export const sentences = [
  'Lead times start the day your firearm is in our shop and registered. {review.form4:text}',
]

export default function Conversions({ conversions, cited }: LandingPage) {
  if (conversions.length === 0) return null
  const maxWeeks = Math.max(...conversions.map(({ weeks }) => weeks.to))
  return (
    <Section
      className="max-md:py-6"
      title="Factory-Grade Conversions"
      lead="Your own firearm, rebuilt in our shop. Solid lines show what we add."
      id="conversions"
    >
      <Rail label="Conversions" columns="md:grid-cols-2 md:gap-y-12 xl:grid-cols-3">
        {conversions.map(({ id, name, platform, description, timeline, weeks, features, picture }) => (
          <li className="grid snap-start" key={id}>
            <article className="group relative flex flex-col" aria-labelledby={`conversion-${id}`}>
              <CardDrawing src={picture} />
              <h3 className="h3 mt-3 mb-1" id={`conversion-${id}`}>
                <Link
                  className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
                  to={quotePath(name)}
                >
                  {name}
                </Link>
              </h3>
              <p className="text-sm text-muted">{description}</p>
              <ul className="mt-2 mb-4 text-sm text-faint">
                {features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
              <p className="mt-auto flex justify-between gap-4 font-display">
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
          </li>
        ))}
      </Rail>
      <div className="mt-8 flex flex-wrap items-center gap-x-10 gap-y-4 max-sm:[&>.btn]:w-full">
        <ButtonLink to={quotePath('Factory conversion')} variant="primary">
          Get Conversion Quote
        </ButtonLink>
        <Note of={sentences} cited={cited} />
      </div>
    </Section>
  )
}
