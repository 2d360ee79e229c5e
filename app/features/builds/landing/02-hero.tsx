import FileText from 'lucide-react/icons/file-text'
import Lock from 'lucide-react/icons/lock'
import MapPin from 'lucide-react/icons/map-pin'
import Scale from 'lucide-react/icons/scale'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { ButtonLink } from '#app/ui/button.tsx'
import { interpolateClaims } from '../../pages/rules.ts'
import { WaitlistButton } from '../../subscriptions/components/subscribe-form.tsx'
import type { LandingPage } from '../landing.tsx'

const badges = [
  [ShieldCheck, 'Licensed manufacturer, special occupational taxpayer'],
  [MapPin, 'Miami, FL'],
  [Scale, 'Compliance first'],
  [Lock, 'Secure storage'],
  [FileText, 'Our forms filed on site'],
] as const

export const sentences = ['{deposit.reservation} refundable']

export default function Hero({ cited, pictures, isUnknownPlatform, wantsTrust }: LandingPage) {
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
              <ButtonLink to="#platforms" variant="primary">
                Start Your Build
              </ButtonLink>
              <div>
                <WaitlistButton topic="build-slots" label="Reserve a Slot" />
                {interpolateClaims(sentences, cited).map((line) => (
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
