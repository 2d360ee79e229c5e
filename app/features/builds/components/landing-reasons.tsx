import { Section } from '#app/ui/section.tsx'
import type { Cited } from '../../pages/rules.ts'
import { Sentences } from '../../pages/components/sentences.tsx'
import type { whySbr, whyUs } from '../data/landing.ts'
import { landingIcons } from './landing-icons.ts'

/** Why it is built here. */
export function WhyUs({ words }: { words: typeof whyUs }) {
  return (
    <Section title={words.title} className="bld-why">
      <ul className="bld-four">
        {words.points.map(({ icon, title, text }) => {
          const Icon = landingIcons[icon]
          return (
            <li key={title}>
              <Icon aria-hidden />
              <h3 className="h3">{title}</h3>
              <p>{text}</p>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** Why a short rifle, and what the law asks of one. */
export function WhySbr({ words, cited }: { words: typeof whySbr; cited: Cited }) {
  return (
    <Section title={words.title} className="bld-sbr">
      <div className="bld-sbr-in">
        <ol>
          {words.points.map(({ title, text }) => (
            <li key={title}>
              <h3 className="h3">{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <div className="bld-note" role="note">
          <Sentences of={words.note} cited={cited} />
        </div>
      </div>
    </Section>
  )
}
