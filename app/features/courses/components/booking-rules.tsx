import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import type { Course } from '../rules.ts'
import { bookingFacts, refundRule } from '../words.ts'
import { registrationWords } from '../words/registration.ts'

const column = 'grid content-start gap-3'

/** What a booking costs, when it is paid, and when the deposit is refundable. */
export function BookingRules({ course, largest }: { course: Course | undefined; largest: number | null }) {
  return (
    <Section title="Booking and refunds">
      <div className="grid grid-cols-3 gap-x-12 gap-y-8 max-lg:grid-cols-1">
        {course && (
          <div className={column}>
            <h3 className="h4">{course.name}</h3>
            <ul className="divide-y divide-hairline border-t border-hairline text-muted">
              {bookingFacts(course, largest).map((fact) => (
                <li key={fact} className="py-3">
                  {fact}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className={column}>
          <h3 className="h4">The deposit</h3>
          <svg className="w-full fill-none" viewBox="0 0 480 54" aria-hidden>
            <path className="stroke-ok stroke-2" d="M0 27H320" />
            <path className="stroke-stop stroke-2 [stroke-dasharray:5_6]" d="M320 27H480" />
            <path className="stroke-muted" d="M320 6V48M480 6V48" />
          </svg>
          <p
            className="grid grid-cols-[2fr_1fr] font-display text-xs font-medium tracking-wider text-muted"
            aria-hidden
          >
            <span className="col-start-1 row-start-1">Refundable</span>
            <span className="col-start-1 row-start-1 translate-x-1/2 justify-self-end">48 h</span>
            <span className="col-start-2 row-start-1 justify-self-end">Class</span>
          </p>
          <p className="text-muted">
            {refundRule.refund} {refundRule.noShow}
          </p>
        </div>
        <div className={column}>
          <h3 className="h4">How to register</h3>
          <p className="text-muted">
            Choose a date with an open seat. We hold it for ten minutes while you pay the deposit. Your
            confirmation email has a calendar file and a private link to move or cancel the seat.
          </p>
          <p>
            <ButtonLink to="/ccw-training/register">{registrationWords.register}</ButtonLink>
          </p>
        </div>
      </div>
    </Section>
  )
}
