import { Link } from 'react-router'
import { Section } from '#app/ui/section.tsx'
import { Sentences } from '../../pages/components/sentences.tsx'
import type { Cited } from '../../pages/rules.ts'
import type { suppressorWords } from '../words/landing.ts'
import { quotePath } from './landing-packages.tsx'

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
            <Link
              className={`link inline-flex min-h-11 items-center ${brandName}`}
              to={quotePath(words.item(name, mount))}
            >
              {name}
            </Link>
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
