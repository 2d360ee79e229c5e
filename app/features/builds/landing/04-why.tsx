import AudioLines from 'lucide-react/icons/audio-lines'
import BadgeCheck from 'lucide-react/icons/badge-check'
import FileText from 'lucide-react/icons/file-text'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { brand } from '#app/kit/brand.ts'
import { Section } from '#app/ui/section.tsx'
import { Sentences } from '../../pages/components/sentences.tsx'
import type { LandingPage } from '../landing.tsx'

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

export const sentences = [
  'All short-barreled rifles are NFA items and need a tax stamp. {limit.barrel:text}',
  'The tax on the stamp is {tax.sbr:time}. Registration, fingerprints, a photograph and approval are required either way.',
]

export default function Why({ cited }: LandingPage) {
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
            <Sentences of={sentences} cited={cited} />
          </div>
        </div>
      </div>
    </Section>
  )
}
