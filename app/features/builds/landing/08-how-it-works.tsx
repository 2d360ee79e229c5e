import { Section } from '#app/ui/section.tsx'
import { CtaButtons } from '../../pages/components/cta-buttons.tsx'
import { Note } from '../landing-parts.tsx'
import type { LandingPage } from '../landing.tsx'

const steps = [
  ['Customize', 'Choose your platform and parts. Lock the build to save its drawing, parts and price.'],
  [
    'We assemble and file',
    'We build, test-fire and register it, then send it to your dealer and file our part of the transfer.',
  ],
  [
    'You pick it up',
    'After federal approval, you pick it up at the dealer you chose. It never ships to a buyer.',
  ],
] as const

export const sentences = ['{review.form4:text}']

export default function HowItWorks({ cited }: Pick<LandingPage, 'cited'>) {
  return (
    <Section className="max-md:py-6" title="How It Works" id="how">
      <ol className="mb-8 grid gap-4 lg:grid-cols-3 lg:gap-6">
        {steps.map(([title, text], index) => (
          <li
            className="grid grid-cols-[auto_1fr] gap-x-5 border-t border-ink pt-3 lg:block lg:pt-5"
            key={title}
          >
            <span
              className="row-span-2 font-display text-h1 leading-none font-hairline text-accent lg:block"
              aria-hidden
            >
              {index + 1}
            </span>
            <h3 className="h3 lg:mt-6 lg:mb-2">{title}</h3>
            <p className="max-w-[42ch] text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-10 gap-y-4 max-sm:[&_.btn]:w-full max-sm:[&_.btns]:w-full">
        <CtaButtons
          calls={[
            { label: 'Download Process Guide', to: '/process-guide' },
            { label: 'Free NFA Trust Pack', to: '/trust' },
          ]}
        />
        <Note of={sentences} cited={cited} />
      </div>
    </Section>
  )
}
