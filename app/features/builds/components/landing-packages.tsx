import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import type { packageWords } from '../data/landing.ts'
import type { FactoryPackage } from '../store.server.ts'

/** A package with the address of its picture, and of its place in the configurator if it has one. */
type ShownPackage = Omit<FactoryPackage, 'drawing' | 'selection'> & {
  picture: string
  opensAt: string | null
}

type Props = { words: typeof packageWords; packages: readonly ShownPackage[] }

/** Rifles that are ready to order as they are. */
export function LandingPackages({ words, packages }: Props) {
  if (!packages.length) return null
  return (
    <Section title={words.title} lead={words.lead} id="packages">
      <ul className="bld-packs">
        {packages.map((pack) => (
          <PackageCard key={pack.id} pack={pack} words={words} />
        ))}
      </ul>
    </Section>
  )
}

function PackageCard({ pack, words }: { pack: ShownPackage; words: typeof packageWords }) {
  const { id, name, description, caliber, barrel, features, includes, priceNote, opensAt, picture } = pack
  const isConfigured = priceNote.startsWith('Configure')
  return (
    <li className="bld-pack">
      <article aria-labelledby={`package-${id}`}>
        <div className="bld-draw">
          <img src={picture} alt="" width={640} height={267} loading="lazy" decoding="async" />
        </div>
        <div className="bld-pack-h">
          <h3 className="h3" id={`package-${id}`}>
            {name}
          </h3>
          <p className="bld-price">{priceNote}</p>
        </div>
        <p className="bld-tx">{description}</p>
        <dl className="bld-facts">
          <div>
            <dt>Caliber</dt>
            <dd>{caliber}</dd>
          </div>
          <div>
            <dt>Barrel</dt>
            <dd>{barrel}</dd>
          </div>
        </dl>
        <div className="bld-lists">
          <Listed title="Features" lines={features} />
          <Listed title="Includes" lines={includes} />
        </div>
        <div className="btns">
          {isConfigured ? (
            <ButtonLink to="#platforms">{words.configure}</ButtonLink>
          ) : (
            <ButtonLink to={quotePath(`${name}, ${barrel} barrel`)}>{words.quote}</ButtonLink>
          )}
          {opensAt && (
            <ButtonLink to={opensAt} variant="text">
              {words.open}
            </ButtonLink>
          )}
        </div>
      </article>
    </li>
  )
}

function Listed({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <h4 className="label">{title}</h4>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

/** Where a price is asked for, with what it is for filled in. */
export function quotePath(item: string): string {
  return `/contact/quote?item=${encodeURIComponent(item)}`
}
