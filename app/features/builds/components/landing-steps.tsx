import { Section } from '#app/ui/section.tsx'
import { CtaButtons } from '#app/features/pages/components/cta-buttons.tsx'
import { Sentences } from '../../pages/components/sentences.tsx'
import type { Cited } from '../../pages/rules.ts'
import type { complianceWords, howWords, suppressorWords } from '../data/landing.ts'

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

const brand =
  'grid content-start gap-0.5 border-hairline p-5 text-sm text-muted max-xl:odd:pl-0 max-xl:odd:last:col-span-full max-xl:even:border-l max-xl:nth-[n+3]:border-t xl:first:pl-0 xl:not-first:border-l'
const brandName = 'font-display text-lg leading-snug font-normal text-ink'

type SuppressorProps = { words: typeof suppressorWords; cited: Cited; picture: string }

/** The suppressor mounts that we fit. */
export function SuppressorAddOn({ words, cited, picture }: SuppressorProps) {
  return (
    <Section title={words.title} lead={words.lead} id="suppressors">
      <img
        className="landing-muzzle mx-auto h-auto w-full max-md:h-[120px] max-md:object-cover max-md:object-[84%_50%]"
        src={picture}
        alt=""
        width={1312}
        height={227}
        loading="lazy"
        decoding="async"
      />
      <ul className="my-8 grid grid-cols-2 border-y border-hairline xl:grid-cols-5">
        {words.brands.map(({ name, mount }) => (
          <li className={brand} key={name}>
            <b className={brandName}>{name}</b>
            <span>{mount}</span>
            <span className="text-faint">{words.fitted}</span>
          </li>
        ))}
        <li className={brand}>
          <b className={brandName}>{words.inHouse.title}</b>
          <span>{words.inHouse.text}</span>
        </li>
      </ul>
      <div className="max-w-[78ch] flex-[1_1_380px] text-sm text-muted">
        <Sentences of={words.note} cited={cited} />
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
