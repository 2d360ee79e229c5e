import { Section } from '#app/ui/section.tsx'
import { Calls } from '../../pages/components/calls.tsx'
import { Sentences } from '../../pages/components/sentences.tsx'
import type { Cited } from '../../pages/rules.ts'
import type { complianceWords, howWords, suppressorWords } from '../data/landing.ts'

/** Three steps from choosing to collecting, and what to read on the way. */
export function HowItWorks({ words, cited }: { words: typeof howWords; cited: Cited }) {
  return (
    <Section title={words.title} id="how">
      <ol className="bld-how">
        {words.steps.map(({ title, text }, at) => (
          <li key={title}>
            <span className="bld-n" aria-hidden>
              {at + 1}
            </span>
            <h3 className="h3">{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className="bld-foot">
        <Calls calls={words.calls} />
        <div className="bld-small">
          <Sentences of={words.note} cited={cited} />
        </div>
      </div>
    </Section>
  )
}

type SuppressorProps = { words: typeof suppressorWords; cited: Cited; picture: string }

/** Whose mounts are fitted here, in front of the muzzle they go on. */
export function SuppressorAddOn({ words, cited, picture }: SuppressorProps) {
  return (
    <Section title={words.title} lead={words.lead} id="suppressors" className="bld-supp">
      <img src={picture} alt="" width={1312} height={227} loading="lazy" decoding="async" />
      <ul className="bld-brands">
        {words.brands.map(({ name, mount }) => (
          <li key={name}>
            <b>{name}</b>
            <span>{mount}</span>
            <span className="cap">{words.fitted}</span>
          </li>
        ))}
        <li>
          <b>{words.inHouse.title}</b>
          <span>{words.inHouse.text}</span>
        </li>
      </ul>
      <div className="bld-small">
        <Sentences of={words.note} cited={cited} />
      </div>
    </Section>
  )
}

/** What every build stands on. */
export function Compliance({ words, cited }: { words: typeof complianceWords; cited: Cited }) {
  return (
    <section className="sec bld-comp" aria-labelledby="compliance">
      <div className="wrap">
        <h2 className="display" id="compliance">
          {words.title}
        </h2>
        <div className="prose">
          <Sentences of={words.lines} cited={cited} />
        </div>
      </div>
    </section>
  )
}
