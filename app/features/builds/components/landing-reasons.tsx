import { Section } from '#app/ui/section.tsx'
import type { Cited } from '../../pages/rules.ts'
import { Sentences } from '../../pages/components/sentences.tsx'
import type { whySbr, whyUs } from '../words/landing.ts'
import { landingIcons } from './landing-icons.ts'

/** Why to choose the shop. */
export function WhyUs({ words }: { words: typeof whyUs }) {
  return (
    <Section title={words.title}>
      <ul className="grid sm:grid-cols-2 sm:gap-y-10 xl:grid-cols-4">
        {words.points.map(({ icon, title, text }) => {
          const Icon = landingIcons[icon]
          return (
            <li
              className="border-hairline max-sm:grid max-sm:grid-cols-[28px_1fr] max-sm:gap-x-5 max-sm:gap-y-1.5 max-sm:py-6 max-sm:not-first:border-t sm:px-6 sm:max-xl:odd:pl-0 sm:max-xl:even:border-l xl:first:pl-0 xl:not-first:border-l"
              key={title}
            >
              <Icon className="size-7 stroke-1 text-accent" aria-hidden />
              <h3 className="h3 sm:mt-7 sm:mb-2">{title}</h3>
              <p className="max-w-[42ch] text-muted max-sm:col-start-2">{text}</p>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** Why to choose a short-barreled rifle, and what the law requires. */
export function WhySbr({ words, cited }: { words: typeof whySbr; cited: Cited }) {
  return (
    <Section title={words.title}>
      <div className="grid items-start gap-12 xl:grid-cols-[8fr_4fr]">
        <ol className="grid gap-6 sm:grid-cols-2 sm:gap-y-10">
          {words.points.map(({ title, text }) => (
            <li className="border-t border-ink pt-5" key={title}>
              <h3 className="h3 mb-2">{title}</h3>
              <p className="max-w-[42ch] text-muted">{text}</p>
            </li>
          ))}
        </ol>
        <div
          className="grid gap-3 rounded-plate border border-control px-6 py-5 text-muted [&>p:first-child]:text-ink"
          role="note"
        >
          <Sentences of={words.note} cited={cited} />
        </div>
      </div>
    </Section>
  )
}
