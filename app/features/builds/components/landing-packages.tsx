import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { Photo } from '../../photos/components/photo.tsx'
import type { ShownPhoto } from '../../photos/rules.ts'
import type { packageWords } from '../words/landing.ts'
import type { FactoryPackage } from '../store.server.ts'
import { CardDrawing } from './card-drawing.tsx'

/** A package with the address of its image, and its address in the configurator if it has one. */
export type PackageView = Omit<FactoryPackage, 'drawing' | 'selection'> & {
  picture: string
  configuratorPath: string | null
  /** In place of the drawing. */
  photo: ShownPhoto | undefined
}

type Props = { words: typeof packageWords; packages: readonly PackageView[] }

/** Rifles that are ready to order as they are. */
export function LandingPackages({ words, packages }: Props) {
  if (!packages.length) return null
  return (
    <Section title={words.title} lead={words.lead} id="packages">
      <ul className="grid gap-6 md:grid-cols-2">
        {packages.map((pack) => (
          <PackageCard key={pack.id} pack={pack} words={words} />
        ))}
      </ul>
    </Section>
  )
}

function PackageCard({ pack, words }: { pack: PackageView; words: typeof packageWords }) {
  const { id, name, description, caliber, barrel, features, includes } = pack
  const { priceNote, configuratorPath, picture, photo } = pack
  const isConfigured = priceNote.startsWith('Configure')
  return (
    <li className="overflow-hidden rounded-plate border border-hairline">
      <article className="flex h-full flex-col bg-sheet" aria-labelledby={`package-${id}`}>
        {photo ? (
          <div className="border-b border-hairline">
            <Photo photo={photo} sizes="(width >= 768px) 50vw, 100vw" className="aspect-[16/8]" />
          </div>
        ) : (
          <div className="border-b border-hairline bg-page px-6 pt-5 pb-2">
            <CardDrawing src={picture} />
          </div>
        )}
        <div className="flex flex-1 flex-col px-6 pb-6">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pt-5 pb-1.5">
            <h3 className="h3" id={`package-${id}`}>
              {name}
            </h3>
            <p className="font-display leading-snug tracking-wide text-accent">{priceNote}</p>
          </div>
          <p className="text-muted">{description}</p>
          <dl className="my-5 grid grid-cols-[auto_1fr] gap-x-8 border-y border-hairline py-3">
            <div>
              <dt className="text-xs text-faint">Caliber</dt>
              <dd className="font-display leading-snug">{caliber}</dd>
            </div>
            <div>
              <dt className="text-xs text-faint">Barrel</dt>
              <dd className="font-display leading-snug">{barrel}</dd>
            </div>
          </dl>
          <div className="mb-5 grid grid-cols-2 gap-x-6 gap-y-4 text-sm text-muted">
            <TitledList title="Features" items={features} />
            <TitledList title="Includes" items={includes} />
          </div>
          <div className="btns mt-auto items-center">
            {isConfigured ? (
              <ButtonLink to="#platforms">{words.configure}</ButtonLink>
            ) : (
              <ButtonLink to={quotePath(`${name}, ${barrel} barrel`)}>
                {words.quote}
                <span className="sr-only">: {name}</span>
              </ButtonLink>
            )}
            {configuratorPath && (
              <ButtonLink to={configuratorPath} variant="text">
                {words.open}
              </ButtonLink>
            )}
          </div>
        </div>
      </article>
    </li>
  )
}

function TitledList({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h4 className="label mb-1.5">{title}</h4>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}

/** The address of the quote form with the item filled in. */
export function quotePath(item: string): string {
  return `/contact/quote?item=${encodeURIComponent(item)}`
}
