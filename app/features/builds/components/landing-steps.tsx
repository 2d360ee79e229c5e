import { Section } from '#app/ui/section.tsx'
import { CtaButtons } from '#app/features/pages/components/cta-buttons.tsx'
import { Sentences } from '../../pages/components/sentences.tsx'
import type { Cited } from '../../pages/rules.ts'
import type { complianceWords, howWords } from '../words/build-page.ts'

/** Three steps from configuration to pickup, with links to the guides. */
export function HowItWorks({ words, cited }: { words: typeof howWords; cited: Cited }) {
  return (
    <Section title={words.title} id="how">
      <ol className="mb-12 grid gap-8 lg:grid-cols-3 lg:gap-6">
        {words.steps.map(({ title, text }, index) => (
          <li className="border-t border-ink pt-5" key={title}>
            <span
              className="block font-display text-title leading-none font-hairline text-accent"
              aria-hidden
            >
              {index + 1}
            </span>
            <h3 className="h3 mt-6 mb-2">{title}</h3>
            <p className="max-w-[42ch] text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-10 gap-y-5 max-sm:[&_.btn]:w-full max-sm:[&_.btns]:w-full">
        <CtaButtons calls={words.calls} />
        <div className="max-w-[78ch] flex-[1_1_380px] text-sm text-muted">
          <Sentences of={words.note} cited={cited} />
        </div>
      </div>
    </Section>
  )
}

/** Compliance of every build. */
export function Compliance({ words, cited }: { words: typeof complianceWords; cited: Cited }) {
  return (
    <section className="section" aria-labelledby="compliance">
      <div className="wrap grid items-end gap-x-6 gap-y-8 lg:grid-cols-[7fr_5fr]">
        <h2 className="display text-h1 min-[360px]:text-title" id="compliance">
          {words.title}
        </h2>
        <div className="prose">
          <Sentences of={words.lines} cited={cited} />
        </div>
      </div>
    </section>
  )
}
