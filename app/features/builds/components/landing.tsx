// `{key}` and `{key:time}` are replaced by a dated claim; a sentence whose claim is not in force is left out.
import ArrowRight from 'lucide-react/icons/arrow-right'
import AudioLines from 'lucide-react/icons/audio-lines'
import BadgeCheck from 'lucide-react/icons/badge-check'
import FileText from 'lucide-react/icons/file-text'
import Lock from 'lucide-react/icons/lock'
import MapPin from 'lucide-react/icons/map-pin'
import Scale from 'lucide-react/icons/scale'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { brand } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatCents } from '#app/kit/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Countdown } from '#app/ui/countdown.tsx'
import { Section } from '#app/ui/section.tsx'
import { Sources } from '#app/features/claims/sources.tsx'
import { CtaButtons } from '../../pages/components/cta-buttons.tsx'
import { Sentences } from '../../pages/components/sentences.tsx'
import { type Cited, interpolateClaims } from '../../pages/rules.ts'
import { Photo } from '../../photos/components/photo.tsx'
import type { ShownPhoto } from '../../photos/rules.ts'
import { SubscribeForm, WaitlistButton } from '../../subscriptions/components/subscribe-form.tsx'
import { platformPath } from '../rules/build-address.ts'
import type { BuildClass } from '../rules/checks.ts'
import { isPlatformId, type Platform } from '../rules.ts'
import type { Conversion, FactoryPackage, TaxChange } from '../store.server.ts'
import { classWords } from '../words.ts'

const sentences = {
  deposit: ['{deposit.reservation} refundable'],
  conversions: ['Lead times start the day your firearm is in our shop and registered. {review.form4:text}'],
  sbr: [
    'All short-barreled rifles are NFA items and need a tax stamp. {limit.barrel:text}',
    'The tax on the stamp is {tax.sbr:time}. Registration, fingerprints, a photograph and approval are required either way.',
  ],
  how: ['{review.form4:text}'],
  suppressor: ['A suppressor is a separate transfer with its own form. The tax: {tax.suppressor:time}.'],
  compliance: [
    'We make, mark, register and transfer every firearm under our federal license in Miami, and record it from the first part to the last signature.',
    '{filing.forms:text}',
  ],
}

export const citedSentences = Object.values(sentences).flat()

export function suppressorNotice(cited: Cited): string {
  return interpolateClaims(sentences.suppressor, cited).join(' ')
}

type PlatformView = Platform & {
  picture: string | undefined
  photo: ShownPhoto | undefined
  classes: readonly BuildClass['code'][]
}

export type PackageView = Omit<FactoryPackage, 'drawing' | 'selection'> & {
  picture: string
  photo: ShownPhoto | undefined
  configuratorPath: string | null
}

type ConversionView = Omit<Conversion, 'drawing'> & { picture: string }

export type LandingProps = {
  now: Date
  zone: string
  cited: Cited
  taxChange: TaxChange | undefined
  platforms: readonly PlatformView[]
  packages: readonly PackageView[]
  conversions: readonly ConversionView[]
  pictures: { hero: string; heroPhone: string; suppressor: string }
  wantsTrust: boolean
  isUnknownPlatform: boolean
}

export function Landing(props: LandingProps) {
  const { cited, platforms, packages, conversions, wantsTrust, isUnknownPlatform } = props
  const available = platforms.filter(({ isAvailable }) => isAvailable)
  const coming = platforms.filter(({ isAvailable }) => !isAvailable)
  return (
    <>
      <TaxBar {...props} />
      {isUnknownPlatform && (
        <p className="wrap pt-4 text-hold" role="status">
          This platform can’t be configured. Choose one of those below, or ask us for a quote.
        </p>
      )}
      <Hero {...props} />
      {wantsTrust && <BundleNote />}
      <Section
        className="max-md:py-7"
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
      <Why cited={cited} />
      {packages.length > 0 && (
        <Section
          className="max-md:py-7"
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
      )}
      {conversions.length > 0 && <Conversions conversions={conversions} cited={cited} />}
      {coming.length > 0 && <Coming platforms={coming} />}
      <HowItWorks cited={cited} />
      <Suppressors {...props} />
      <Compliance cited={cited} />
      <Sources claims={Object.values(cited)} />
    </>
  )
}

function TaxBar({ taxChange, now, zone }: LandingProps) {
  if (!taxChange) return null
  const { isPast, figure, at } = taxChange
  const date = formatCalendarDate(taxChange.date)
  return (
    <aside
      className={`upright:contents low:grid low:grid-cols-2 low:items-center low:bg-sheet lg:border-b lg:border-hairline lg:bg-sheet ${isPast ? '' : 'landing-bar short:static lg:sticky lg:top-nav lg:z-30'}`}
      aria-label="Federal tax"
    >
      <div className="wrap max-lg:contents lg:flex lg:min-h-16 lg:items-center lg:gap-x-8 lg:py-1.5">
        <div
          className={`flex flex-1 items-center gap-x-8 gap-y-2 leading-snug max-lg:justify-between upright:border-b max-lg:border-hairline max-lg:bg-sheet max-lg:px-gutter max-lg:py-3 max-lg:text-sm ${isPast ? '' : 'short:static max-lg:sticky max-lg:top-nav max-lg:z-30'}`}
        >
          {isPast ? (
            <p>
              The <b>{figure}</b> federal tax on these items has been in effect since {date}.
            </p>
          ) : (
            <>
              <p>
                A <b>{figure}</b> federal tax on these items starts {date}.
              </p>
              <div className="flex-none">
                <Countdown until={at} now={now} size="bar" label={`Until ${date}`} timeZone={zone} />
              </div>
            </>
          )}
        </div>
        <SubscribeForm topic="builds" label="Email address for build news" look="bar" button="Get notified" />
      </div>
    </aside>
  )
}

const badges = [
  [ShieldCheck, 'Licensed manufacturer, special occupational taxpayer'],
  [MapPin, 'Miami, FL'],
  [Scale, 'Compliance first'],
  [Lock, 'Secure storage'],
  [FileText, 'Our forms filed on site'],
] as const

function Hero({ cited, pictures }: LandingProps) {
  return (
    <>
      <header className="landing-head relative overflow-hidden">
        <div className="wrap relative z-1 grid items-end gap-6 pt-8 low:grid-cols-2 low:items-start low:pt-5 lg:grid-cols-[7fr_5fr] lg:pt-12">
          <h1 className="display text-display leading-none">
            <span className="block">Drawn first. </span>
            <span className="block">Then built.</span>
          </h1>
          <div>
            <p className="lead mb-6 max-w-[40ch]">
              Choose a platform and eight parts. See every choice on one drawing, to scale and with its price,
              before we cut any metal.
            </p>
            <div className="btns items-start max-sm:*:w-full max-sm:[&_.btn]:w-full">
              <ButtonLink to="#platforms" variant="primary">
                Start Your Build
              </ButtonLink>
              <div>
                <WaitlistButton topic="build-slots" label="Reserve a Slot" />
                {interpolateClaims(sentences.deposit, cited).map((line) => (
                  <p key={line} className="mt-1.5 text-center text-sm text-faint">
                    {line}
                  </p>
                ))}
              </div>
            </div>
          </div>
        </div>
        <picture>
          <source media="(width < 900px)" srcSet={pictures.heroPhone} width={480} height={360} />
          <img
            className="landing-rifle"
            src={pictures.hero}
            alt=""
            width={1520}
            height={690}
            fetchPriority="high"
          />
        </picture>
        <p className="wrap text-sm text-faint max-lg:pt-1 max-lg:pb-4 lg:absolute lg:inset-x-0 lg:bottom-5 lg:text-right">
          Illustration, outer dimensions to scale
        </p>
      </header>
      <ul className="wrap flex flex-wrap justify-between gap-x-8 gap-y-3 border-t border-hairline py-5 text-muted max-lg:grid max-lg:grid-cols-2 max-lg:text-sm">
        {badges.map(([Icon, text]) => (
          <li
            className="flex items-center gap-3 wrap-anywhere hyphens-auto max-lg:first:col-span-full"
            key={text}
          >
            <Icon className="text-ink" aria-hidden />
            {text}
          </li>
        ))}
      </ul>
    </>
  )
}

const maxSpecs = 3

function PlatformCard({ platform }: { platform: PlatformView }) {
  const { id, name, calibers, description, specs, picture, photo, classes, startingPriceCents } = platform
  const isDrawn = isPlatformId(id)
  return (
    <li className="grid snap-start">
      <article
        className="group relative grid content-start rounded-plate border border-hairline bg-sheet transition-colors hover:border-control hover:bg-plate"
        aria-labelledby={`platform-${id}`}
      >
        {photo ? (
          <Photo
            photo={photo}
            sizes="(width >= 768px) 33vw, 100vw"
            isDecorative
            className="aspect-[16/7] rounded-t-plate border-b border-hairline"
          />
        ) : (
          picture && (
            <div className="rounded-t-plate border-b border-hairline bg-page px-5 py-3 md:pt-6 md:pb-4">
              <CardDrawing src={picture} className="mx-auto h-auto w-full max-md:max-w-[232px]" />
            </div>
          )
        )}
        <div className="grid content-start gap-1 px-5 pt-4 pb-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="h3" id={`platform-${id}`}>
              <Link
                className="after:absolute after:inset-0 after:z-1"
                to={isDrawn ? `/build?platform=${id}#configurator` : quotePath(`${name} build`)}
              >
                {name}
              </Link>
            </h3>
            <p className="font-display text-2xl font-book">
              <BasePrice cents={startingPriceCents} />
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
          <p className="flex items-center justify-between gap-4">
            <Link className="link relative z-2 inline-block py-3 text-sm" to={platformPath(id)}>
              Specifications and parts<span className="sr-only"> ({name})</span>
            </Link>
            <span
              className="flex items-center gap-2 font-display text-sm leading-none font-medium tracking-wider whitespace-nowrap text-accent"
              aria-hidden
            >
              {isDrawn ? 'Configure' : 'Request a quote'}
              <ArrowRight className="transition-transform duration-normal ease-out group-hover:translate-x-1" />
            </span>
          </p>
        </div>
      </article>
    </li>
  )
}

export function BasePrice({ cents }: { cents: number }) {
  return (
    <>
      <small className="font-text text-sm leading-none font-normal tracking-normal text-muted">
        base price
      </small>{' '}
      {formatCents(cents)}
    </>
  )
}

const reasons = [
  [
    ShieldCheck,
    'Compliance-first licensing',
    'We make and register every build under our manufacturer’s license. You never have to make a firearm yourself.',
  ],
  [
    FileText,
    'Concierge filing',
    'We file our part and walk you and your dealer through yours. You get every status update by email and on your order page; SMS will follow once carriers support our industry.',
  ],
  [
    AudioLines,
    'Suppressor-ready packages',
    'We match mount, thread and gas before it ships, so your suppressor goes on the day its form is approved.',
  ],
  [
    BadgeCheck,
    'Real test-fire QC',
    'We fire each rifle with the ammunition it’s tuned for. The target comes in the case, signed and dated.',
  ],
] as const

const benefits = [
  [
    'Shorter by half a foot',
    'A 10.3-inch barrel instead of 16 inches: easier through doorways, in cases and in vehicles.',
  ],
  [
    'Balanced at the hand',
    'With less weight past the handguard, the muzzle starts and stops faster and tires you less.',
  ],
  [
    'A stock, not a workaround',
    'A registered short-barreled rifle has a real stock, with a length of pull that fits you.',
  ],
  [
    'Room for a suppressor',
    'A short barrel with a suppressor is about as long as a standard barrel without one.',
  ],
] as const

function Why({ cited }: { cited: Cited }) {
  return (
    <Section className="max-md:py-7" title={`Why Choose ${brand}`} id="why">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-2">
        <ul className="divide-y divide-hairline border-y border-hairline">
          {reasons.map(([Icon, title, text]) => (
            <li className="grid grid-cols-[28px_1fr] gap-x-4 gap-y-0.5 py-3" key={title}>
              <Icon className="size-6 stroke-1 text-accent" aria-hidden />
              <h3 className="h4">{title}</h3>
              <p className="col-start-2 text-sm text-muted">{text}</p>
            </li>
          ))}
        </ul>
        <div className="grid content-start gap-4">
          <h3 className="h3">Why Choose an SBR</h3>
          <dl className="grid gap-3">
            {benefits.map(([title, text]) => (
              <div key={title}>
                <dt className="font-medium">{title}</dt>
                <dd className="text-sm text-muted">{text}</dd>
              </div>
            ))}
          </dl>
          <div
            className="grid gap-2 border-l-2 border-accent pl-4 text-sm text-muted [&>p:first-child]:text-ink"
            role="note"
          >
            <Sentences of={sentences.sbr} cited={cited} />
          </div>
        </div>
      </div>
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

function PackageCard({ pack }: { pack: PackageView }) {
  const { id, name, description, caliber, barrel, features, includes } = pack
  const { priceNote, configuratorPath, picture, photo } = pack
  return (
    <li className="grid snap-start">
      <article
        className="flex flex-col overflow-hidden rounded-plate border border-hairline bg-sheet"
        aria-labelledby={`package-${id}`}
      >
        {photo ? (
          <Photo
            photo={photo}
            sizes="(width >= 768px) 50vw, 78vw"
            className="aspect-[16/8] border-b border-hairline"
          />
        ) : (
          <div className="border-b border-hairline bg-page px-5 py-3">
            <CardDrawing src={picture} />
          </div>
        )}
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

function Conversions({ conversions, cited }: { conversions: readonly ConversionView[]; cited: Cited }) {
  const maxWeeks = Math.max(...conversions.map(({ weeks }) => weeks.to))
  return (
    <Section
      className="max-md:py-7"
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
                <Link
                  className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
                  to={quotePath(name)}
                >
                  {name}
                </Link>
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
        <ButtonLink to={quotePath('Factory conversion')} variant="primary">
          Get Conversion Quote
        </ButtonLink>
        <Note of={sentences.conversions} cited={cited} />
      </div>
    </Section>
  )
}

function Coming({ platforms }: { platforms: readonly PlatformView[] }) {
  return (
    <Section
      className="max-md:py-7"
      title="Coming Soon"
      lead="On the way. Join the waitlist to hear first."
      id="coming"
    >
      <ul className="grid gap-x-16 border-t border-hairline lg:grid-cols-2">
        {platforms.map(({ id, name, calibers, startingPriceCents, expected, hypeText }) => (
          <li
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-hairline py-1"
            key={id}
          >
            <div>
              <h3 className="h4">
                <Link
                  className="-my-2 inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:underline"
                  to={platformPath(id)}
                >
                  {name}
                </Link>
              </h3>
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

export function HowItWorks({ cited }: { cited: Cited }) {
  return (
    <Section className="max-md:py-7" title="How It Works" id="how">
      <ol className="mb-8 grid gap-4 lg:grid-cols-3 lg:gap-6">
        {steps.map(([title, text], index) => (
          <li
            className="grid grid-cols-[auto_1fr] gap-x-5 border-t border-ink pt-3 lg:block lg:pt-5"
            key={title}
          >
            <span
              className="row-span-2 font-display text-h1 leading-none font-hairline text-accent lg:block lg:text-title"
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
        <Note of={sentences.how} cited={cited} />
      </div>
    </Section>
  )
}

const mounts = [
  ['SilencerCo', 'ASR mount'],
  ['Dead Air', 'KeyMo mount'],
  ['SureFire', 'SOCOM mount'],
  ['Rugged', 'Dual-taper mount'],
] as const

function Suppressors({ pictures, cited }: LandingProps) {
  const brandName = 'font-display text-lg leading-snug font-normal text-ink'
  return (
    <Section
      className="max-md:py-7"
      title="Suppressor Add-On"
      lead="We fit, align and check the mount of any of four makers in our shop. Choose one to ask for its price."
      id="suppressors"
    >
      <img
        className="[mask:linear-gradient(90deg,transparent,#000_30%)] mx-auto h-auto w-full max-md:hidden"
        src={pictures.suppressor}
        alt=""
        width={1312}
        height={227}
        loading="lazy"
        decoding="async"
      />
      <ul className="my-6 grid gap-x-6 divide-hairline border-y border-hairline text-sm text-muted max-xl:divide-y xl:grid-cols-5">
        {mounts.map(([name, mount]) => (
          <li
            className="flex flex-wrap items-baseline justify-between gap-x-3 py-1 xl:grid xl:py-4"
            key={name}
          >
            <Link
              className={`link inline-flex min-h-11 items-center ${brandName}`}
              to={quotePath(`${name} ${mount}, fitted to a build`)}
            >
              {name}
            </Link>
            <span>{mount}, pre-fitted</span>
          </li>
        ))}
        <li className="flex flex-wrap items-baseline justify-between gap-x-3 py-3 xl:grid xl:py-6">
          <b className={brandName}>In-house suppressors</b>
          <span>Coming soon</span>
        </li>
      </ul>
      <Note of={sentences.suppressor} cited={cited} />
    </Section>
  )
}

export function Compliance({ cited }: { cited: Cited }) {
  return (
    <section className="section max-md:py-7" aria-labelledby="compliance">
      <div className="wrap grid items-end gap-x-6 gap-y-6 lg:grid-cols-[7fr_5fr]">
        <h2 className="display text-h1 min-[360px]:text-title" id="compliance">
          100% compliant manufacturing
        </h2>
        <div className="prose">
          <Sentences of={sentences.compliance} cited={cited} />
        </div>
      </div>
    </section>
  )
}

function Note({ of, cited }: { of: readonly string[]; cited: Cited }) {
  return (
    <div className="max-w-[78ch] flex-[1_1_380px] text-sm text-muted">
      <Sentences of={of} cited={cited} />
    </div>
  )
}

export function CardDrawing({ src, className = 'h-auto w-full' }: { src: string; className?: string }) {
  return (
    <img
      className={`print:grayscale print:invert ${className}`}
      src={src}
      alt=""
      width={640}
      height={267}
      loading="lazy"
      decoding="async"
    />
  )
}

export function quotePath(item: string): string {
  return `/contact?item=${encodeURIComponent(item)}#write`
}

export function BundleNote() {
  return (
    <p className="wrap text-sm text-muted" role="status">
      The trust pack comes free with your build: reserve its slot when you submit it, and we send the pack
      once your transfer form is filed.
    </p>
  )
}
