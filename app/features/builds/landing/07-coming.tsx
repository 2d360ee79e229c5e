import { formatCents } from '#app/kit/money.ts'
import { Section } from '#app/ui/section.tsx'
import { WaitlistButton } from '../../subscriptions/components/subscribe-form.tsx'
import type { LandingPage } from '../landing.tsx'

export default function Coming({ platforms }: LandingPage) {
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
