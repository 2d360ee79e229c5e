import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { CardPicture, quotePath, Rail } from '../landing-parts.tsx'
import type { LandingPage } from '../landing.tsx'

export default function Packages({ packages }: LandingPage) {
  if (packages.length === 0) return null
  return (
    <Section
      className="max-md:py-6"
      title="Factory SBR Packages"
      lead="Rifles we would build for ourselves. Ask for the price of one, or configure your own."
      id="packages"
    >
      <Rail label="Packages" columns="md:grid-cols-2">
        {packages.map((pack) => (
          <PackageCard key={pack.id} pack={pack} />
        ))}
      </Rail>
    </Section>
  )
}

function PackageCard({ pack }: { pack: LandingPage['packages'][number] }) {
  const { id, name, description, caliber, barrel, features, includes } = pack
  const { priceNote, configuratorPath, picture, photo } = pack
  return (
    <li className="grid snap-start">
      <article
        className="flex flex-col overflow-hidden rounded-plate border border-hairline bg-sheet"
        aria-labelledby={`package-${id}`}
      >
        <CardPicture photo={photo} drawing={picture} />
        <div className="grid flex-1 content-start gap-3 px-5 py-4">
          <div>
            <h3 className="h3" id={`package-${id}`}>
              {name}
            </h3>
            <p className="font-display leading-snug tracking-wide text-accent">{priceNote}</p>
          </div>
          <p className="text-sm text-muted">{description}</p>
          <p className="border-y border-hairline py-2 font-display leading-snug">
            <span className="sr-only">Caliber </span>
            {caliber}
            <span aria-hidden> · </span>
            <span className="sr-only">Barrel </span>
            {barrel}
          </p>
          <details className="text-sm text-muted md:hidden">
            <summary className="link -my-1.5 inline-flex min-h-11 cursor-pointer items-center">
              Features and what it includes
            </summary>
            <Lists features={features} includes={includes} />
          </details>
          <div className="text-sm text-muted max-md:hidden">
            <Lists features={features} includes={includes} />
          </div>
        </div>
        <div className="btns items-center px-5 pb-4 max-md:[&_.btn]:w-full">
          {priceNote.startsWith('Configure') ? (
            <ButtonLink to="#platforms">Configure Yours</ButtonLink>
          ) : (
            <ButtonLink to={quotePath(`${name}, ${barrel} barrel`)}>
              Request a Quote
              <span className="sr-only">: {name}</span>
            </ButtonLink>
          )}
          {configuratorPath && (
            <ButtonLink to={configuratorPath} variant="text">
              Open in the configurator
            </ButtonLink>
          )}
        </div>
      </article>
    </li>
  )
}

function Lists({ features, includes }: { features: readonly string[]; includes: readonly string[] }) {
  return (
    <div className="grid grid-cols-2 gap-x-6">
      {(
        [
          ['Features', features],
          ['Includes', includes],
        ] as const
      ).map(([title, items]) => (
        <div key={title}>
          <h4 className="label mb-1.5">{title}</h4>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
