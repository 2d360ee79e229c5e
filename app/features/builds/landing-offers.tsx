import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { formatCents } from '#app/kit/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { Sentences } from '../pages/components/page-header.tsx'
import type { Cited } from '../pages/rules.ts'
import { Photo } from '../photos/components/photo.tsx'
import type { ShownPhoto } from '../photos/rules.ts'
import { WaitlistButton } from '../subscriptions/components/subscribe-form.tsx'
import type { LandingPage } from './landing.tsx'
import { isPlatformId } from './rules.ts'
import { classWords } from './words.ts'

export function Platforms({ platforms }: LandingPage) {
  const available = platforms.filter(({ isAvailable }) => isAvailable)
  return (
    <Section
      className="max-md:py-6"
      title="Choose Your Platform"
      lead="Drawn to one scale. Each price is that of the platform: building, marking and test-firing it. The parts you choose are added to it."
      id="platforms"
    >
      {available.length === 0 && <p className="lead">No platforms are available right now.</p>}
      <Rail label="Platforms" columns="md:grid-cols-2 lg:grid-cols-3">
        {available.map((platform) => (
          <PlatformCard key={platform.id} platform={platform} />
        ))}
      </Rail>
    </Section>
  )
}

const maxSpecs = 3

function PlatformCard({ platform }: { platform: LandingPage['platforms'][number] }) {
  const { id, name, calibers, description, specs, picture, photo, classes, startingPriceCents } = platform
  const isDrawn = isPlatformId(id)
  return (
    <li className="grid snap-start">
      <article
        className="group relative grid content-start rounded-plate border border-hairline bg-sheet transition-colors hover:border-control hover:bg-plate"
        aria-labelledby={`platform-${id}`}
      >
        <CardPicture photo={photo} drawing={picture} isDecorative />
        <div className="grid content-start gap-1 px-5 pt-4 pb-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="h3" id={`platform-${id}`}>
              <a
                className="after:absolute after:inset-0 after:z-1"
                href={isDrawn ? `/build?platform=${id}#configurator` : quotePath(`${name} build`)}
              >
                {name}
              </a>
            </h3>
            <p className="font-display text-2xl font-book">
              <small className="font-text text-sm leading-none font-normal tracking-normal text-muted">
                base price
              </small>{' '}
              {formatCents(startingPriceCents)}
            </p>
          </div>
          <p className="text-sm text-muted">
            {calibers.join(', ')}
            {classes.length > 0 && (
              <span className="block text-ink">
                Built as {classes.map((code) => classWords[code].is).join(' or ')}
              </span>
            )}
          </p>
          <p className="text-muted max-md:hidden">{description}</p>
          <ul className="mt-2 border-t border-hairline pt-2 text-sm text-muted">
            {specs.slice(0, maxSpecs).map((spec) => (
              <li className="py-0.5" key={spec}>
                {spec}
              </li>
            ))}
          </ul>
          <p
            className="flex items-center justify-end gap-2 py-3 font-display text-sm leading-none font-medium tracking-wider text-accent"
            aria-hidden
          >
            {isDrawn ? 'Configure' : 'Request a quote'}
            <ArrowRight className="transition-transform duration-normal ease-out group-hover:translate-x-1" />
          </p>
        </div>
      </article>
    </li>
  )
}

export function Packages({ packages }: LandingPage) {
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
            <ButtonLink href="#platforms">Configure Yours</ButtonLink>
          ) : (
            <ButtonLink href={quotePath(`${name}, ${barrel} barrel`)}>
              Request a Quote
              <span className="sr-only">: {name}</span>
            </ButtonLink>
          )}
          {configuratorPath && (
            <ButtonLink href={configuratorPath} variant="text">
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

export const conversionSentences = [
  'Lead times start the day your firearm is in our shop and registered. {review.form4:text}',
]

export function Conversions({ conversions, cited }: LandingPage) {
  if (conversions.length === 0) return null
  const maxWeeks = Math.max(...conversions.map(({ weeks }) => weeks.to))
  return (
    <Section
      className="max-md:py-6"
      title="Factory-Grade Conversions"
      lead="Your own firearm, rebuilt in our shop. Solid lines show what we add."
      id="conversions"
    >
      <Rail label="Conversions" columns="md:grid-cols-2 md:gap-y-12 xl:grid-cols-3">
        {conversions.map(({ id, name, platform, description, timeline, weeks, features, picture }) => (
          <li className="grid snap-start" key={id}>
            <article className="group relative flex flex-col" aria-labelledby={`conversion-${id}`}>
              <CardDrawing src={picture} />
              <h3 className="h3 mt-3 mb-1" id={`conversion-${id}`}>
                <a
                  className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
                  href={quotePath(name)}
                >
                  {name}
                </a>
              </h3>
              <p className="text-sm text-muted">{description}</p>
              <ul className="mt-2 mb-4 text-sm text-faint">
                {features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
              <p className="mt-auto flex justify-between gap-4 font-display">
                <span className="text-muted">{platform}</span>
                <b className="font-normal">{timeline}</b>
              </p>
              <svg
                viewBox={`0 0 ${maxWeeks * 10} 6`}
                preserveAspectRatio="none"
                aria-hidden
                className="mt-1 h-[10px] w-full overflow-visible"
              >
                <path
                  className="pen stroke-control"
                  d={Array.from({ length: maxWeeks + 1 }, (_, week) => `M${week * 10} 6v-3`).join('')}
                />
                <path className="pen stroke-accent stroke-[2.5]" d={`M0 6H${weeks.from * 10}`} />
                <path
                  className="pen stroke-accent stroke-[2.5]"
                  strokeDasharray="5 4"
                  d={`M${weeks.from * 10} 6H${weeks.to * 10}`}
                />
              </svg>
            </article>
          </li>
        ))}
      </Rail>
      <div className="mt-8 flex flex-wrap items-center gap-x-10 gap-y-4 max-sm:[&>.btn]:w-full">
        <ButtonLink href={quotePath('Factory conversion')} variant="primary">
          Get Conversion Quote
        </ButtonLink>
        <Note of={conversionSentences} cited={cited} />
      </div>
    </Section>
  )
}

export function Coming({ platforms }: LandingPage) {
  const coming = platforms.filter(({ isAvailable }) => !isAvailable)
  if (coming.length === 0) return null
  return (
    <Section
      className="max-md:py-6"
      title="Coming Soon"
      lead="On the way. Join the waitlist to hear first."
      id="coming"
    >
      <ul className="grid gap-x-16 border-t border-hairline lg:grid-cols-2">
        {coming.map(({ id, name, calibers, startingPriceCents, expected, hypeText }) => (
          <li
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-hairline py-1"
            key={id}
          >
            <div>
              <h3 className="h4">{name}</h3>
              <p className="text-sm leading-snug text-muted">
                {calibers.join(', ')}, base price {formatCents(startingPriceCents)}
                {expected && `, expected ${expected}`}
                <span className="max-md:hidden">. {hypeText}</span>
              </p>
            </div>
            <WaitlistButton topic={`platform:${id}`} label="Notify Me" about={name} size="sm" />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Rail({ label, columns, children }: { label: string; columns: string; children: ReactNode }) {
  return (
    <div
      className="max-md:relative max-md:mx-[calc(-1_*_var(--spacing-gutter))] max-md:pt-0.5 max-md:px-gutter max-md:pb-3 max-md:overflow-x-auto max-md:[overscroll-behavior-x:contain] max-md:[scroll-snap-type:x_mandatory] max-md:[scroll-padding-inline:var(--spacing-gutter)] max-md:[scrollbar-width:thin]"
      role="group"
      aria-label={label}
      tabIndex={0}
    >
      <ul
        className={`grid gap-4 wrap-anywhere *:min-w-0 max-md:w-max max-md:auto-cols-[min(296px,78vw)] max-md:grid-flow-col md:gap-6 ${columns}`}
      >
        {children}
      </ul>
    </div>
  )
}

type PictureProps = { photo: ShownPhoto | undefined; drawing: string | undefined; isDecorative?: boolean }

function CardPicture({ photo, drawing, isDecorative = false }: PictureProps) {
  const frame = 'rounded-t-plate border-b border-hairline'
  if (photo)
    return (
      <Photo
        photo={photo}
        sizes="(width >= 768px) 50vw, 78vw"
        isDecorative={isDecorative}
        className={`aspect-[16/8] ${frame}`}
      />
    )
  return (
    drawing && (
      <div className={`bg-page px-5 py-3 ${frame}`}>
        <CardDrawing src={drawing} />
      </div>
    )
  )
}

function CardDrawing({ src }: { src: string }) {
  return (
    <img
      className="h-auto w-full print:grayscale print:invert"
      src={src}
      alt=""
      width={640}
      height={267}
      loading="lazy"
      decoding="async"
    />
  )
}

export function Note({ of, cited }: { of: readonly string[]; cited: Cited }) {
  return (
    <div className="max-w-[78ch] flex-[1_1_380px] text-sm text-muted">
      <Sentences of={of} cited={cited} />
    </div>
  )
}

export function quotePath(item: string): string {
  return `/contact?item=${encodeURIComponent(item)}#write`
}
