import { Link } from 'react-router'
import { Section } from '#app/ui/section.tsx'
import { Note, quotePath } from '../landing-parts.tsx'
import type { LandingPage } from '../landing.tsx'

const mounts = [
  ['SilencerCo', 'ASR mount'],
  ['Dead Air', 'KeyMo mount'],
  ['SureFire', 'SOCOM mount'],
  ['Rugged', 'Dual-taper mount'],
] as const

export const sentences = [
  'A suppressor is a separate transfer with its own form. The tax: {tax.suppressor:time}.',
]

export default function Suppressors({ pictures, cited }: LandingPage) {
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
      <Note of={sentences} cited={cited} />
    </Section>
  )
}
