import type { ReactNode } from 'react'
import type { ClaimView } from '../../claims/rules.ts'
import { contactWords } from '../words.ts'

/** How the shop can be reached, as its claims state it. What is not stated is left out. */
export type Reach = {
  email: string | null
  phone: string | null
  postal: string | null
  hours: Pick<ClaimView, 'text' | 'figure' | 'source' | 'reviewedOn'> | null
  legal: string | null
}

/** Address, phone and hours, each a line of a card; a line without a value is not there. */
export function ReachList({ reach: { email, phone, postal, hours } }: { reach: Reach }) {
  const { reach } = contactWords
  return (
    <aside aria-label={reach.title}>
      <h2 className="h3 mb-6">{reach.title}</h2>
      <dl className="divide-y divide-hairline border-y border-hairline">
        {email && (
          <Line term={reach.email}>
            <a
              className="link py-0.5 text-lg max-md:inline-flex max-md:min-h-11 max-md:items-center"
              href={`mailto:${email}`}
            >
              {email}
            </a>
          </Line>
        )}
        {phone && (
          <Line term={reach.phone}>
            <a
              className="link py-0.5 text-lg max-md:inline-flex max-md:min-h-11 max-md:items-center"
              href={telOf(phone)}
            >
              {phone}
            </a>
          </Line>
        )}
        {postal && (
          <Line term={reach.postal}>
            <address className="text-lg not-italic">{postal}</address>
          </Line>
        )}
        {hours && (
          <Line term={reach.hours}>
            <HoursInLines text={hours.figure} />
            <p className="text-sm text-muted">{restOf(hours)}</p>
          </Line>
        )}
      </dl>
    </aside>
  )
}

/** The address of a phone number, whatever signs it is written with. */
export function telOf(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, '')}`
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="py-4">
      <dt className="mb-1.5 text-sm text-faint">{term}</dt>
      <dd className="grid justify-items-start gap-2 wrap-anywhere">{children}</dd>
    </div>
  )
}

function HoursInLines({ text }: { text: string }) {
  return (
    <ul className="text-lg">
      {text.split(/,\s*/).map((span) => (
        <li key={span}>{span}</li>
      ))}
    </ul>
  )
}

/** What the claim says beyond the hours themselves: what is closed, and how soon an answer comes. */
function restOf({ text, figure }: { text: string; figure: string }): string {
  const rest = text.startsWith(figure) ? text.slice(figure.length).replace(/^[,.\s]+/, '') : text
  return rest || text
}
