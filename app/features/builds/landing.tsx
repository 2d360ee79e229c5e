import AudioLines from 'lucide-react/icons/audio-lines'
import BadgeCheck from 'lucide-react/icons/badge-check'
import FileText from 'lucide-react/icons/file-text'
import Lock from 'lucide-react/icons/lock'
import MapPin from 'lucide-react/icons/map-pin'
import Scale from 'lucide-react/icons/scale'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { Sources } from '#app/features/claims/sources.tsx'
import { brand } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/dates.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Countdown } from '#app/ui/countdown.tsx'
import { Section } from '#app/ui/section.tsx'
import { CtaButtons, Sentences } from '../pages/components/page-header.tsx'
import { interpolateClaims } from '../pages/rules.ts'
import { SubscribeForm, WaitlistButton } from '../subscriptions/components/subscribe-form.tsx'
import {
  Coming,
  conversionSentences,
  Conversions,
  Note,
  Packages,
  Platforms,
  quotePath,
} from './landing-offers.tsx'
import type { loader } from './routes/build.tsx'

export type LandingPage = Awaited<ReturnType<typeof loader>> & { wantsTrust: boolean }

export function Landing(page: LandingPage) {
  return (
    <>
      <TaxBar {...page} />
      <Hero {...page} />
      <Platforms {...page} />
      <Why {...page} />
      <Packages {...page} />
      <Conversions {...page} />
      <Coming {...page} />
      <HowItWorks {...page} />
      <Suppressors {...page} />
      <Compliance {...page} />
      <Sources claims={Object.values(page.cited)} />
    </>
  )
}

function TaxBar({ taxChange, now, zone }: LandingPage) {
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
        <SubscribeForm topic="builds" look="bar" />
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

const heroSentences = ['{deposit.reservation} refundable']

function Hero({ cited, pictures, isUnknownPlatform, wantsTrust }: LandingPage) {
  return (
    <>
      {isUnknownPlatform && (
        <p className="wrap pt-4 text-hold" role="status">
          This platform can’t be configured. Choose one of those below, or ask us for a quote.
        </p>
      )}
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
              <ButtonLink href="#platforms" variant="primary">
                Start Your Build
              </ButtonLink>
              <div>
                <WaitlistButton topic="build-slots" label="Reserve a Slot" />
                {interpolateClaims(heroSentences, cited).map((line) => (
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
      {wantsTrust && <BundleNote />}
    </>
  )
}

export function BundleNote() {
  return (
    <p className="wrap text-sm text-muted" role="status">
      The trust pack comes free with your build: reserve its slot when you submit it, and we send the pack
      once your transfer form is filed.
    </p>
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

const sbrSentences = [
  'All short-barreled rifles are NFA items and need a tax stamp. {limit.barrel:text}',
  'The tax on the stamp is {tax.sbr:time}. Registration, fingerprints, a photograph and approval are required either way.',
]

function Why({ cited }: LandingPage) {
  return (
    <Section className="max-md:py-6" title={`Why Choose ${brand}`} id="why">
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
            <Sentences of={sbrSentences} cited={cited} />
          </div>
        </div>
      </div>
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

const waitSentences = ['{review.form4:text}']

export function HowItWorks({ cited }: Pick<LandingPage, 'cited'>) {
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
        <Note of={waitSentences} cited={cited} />
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

export const suppressorSentences = [
  'A suppressor is a separate transfer with its own form. The tax: {tax.suppressor:time}.',
]

function Suppressors({ pictures, cited }: LandingPage) {
  const brandName = 'font-display text-lg leading-snug font-normal text-ink'
  return (
    <Section
      className="max-md:py-6"
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
            <a
              className={`link inline-flex min-h-11 items-center ${brandName}`}
              href={quotePath(`${name} ${mount}, fitted to a build`)}
            >
              {name}
            </a>
            <span>{mount}, pre-fitted</span>
          </li>
        ))}
        <li className="flex flex-wrap items-baseline justify-between gap-x-3 py-3 xl:grid xl:py-6">
          <b className={brandName}>In-house suppressors</b>
          <span>Coming soon</span>
        </li>
      </ul>
      <Note of={suppressorSentences} cited={cited} />
    </Section>
  )
}

const complianceSentences = [
  'We make, mark, register and transfer every firearm under our federal license in Miami, and record it from the first part to the last signature.',
  '{filing.forms:text}',
]

export function Compliance({ cited }: Pick<LandingPage, 'cited'>) {
  return (
    <section className="section max-md:py-6" aria-labelledby="compliance">
      <div className="wrap grid items-end gap-x-6 gap-y-6 lg:grid-cols-[7fr_5fr]">
        <h2 className="display text-h1" id="compliance">
          100% compliant manufacturing
        </h2>
        <div className="prose">
          <Sentences of={complianceSentences} cited={cited} />
        </div>
      </div>
    </section>
  )
}

/** In these `{key}` and `{key:time}` are dated claims; a sentence whose claim is not in force is left out. */
export const citedSentences: readonly string[] = [
  ...heroSentences,
  ...sbrSentences,
  ...conversionSentences,
  ...waitSentences,
  ...suppressorSentences,
  ...complianceSentences,
]
