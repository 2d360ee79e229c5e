import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import type { Course } from '../rules.ts'
import { bookingFacts, refundRule } from '../words.ts'
import { registrationWords } from '../words/registration.ts'

/** What a booking costs, when, and when the deposit comes back. */
export function BookingRules({ course }: { course: Course | undefined }) {
  return (
    <Section title="Booking and refunds">
      <div className="bkg">
        {course && (
          <div>
            <h3 className="h4">{course.name}</h3>
            <ul>
              {bookingFacts(course).map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          </div>
        )}
        <div>
          <h3 className="h4">The deposit</h3>
          <svg className="bkg-line" viewBox="0 0 480 54" aria-hidden>
            <path className="bkg-yes" d="M0 27H320" />
            <path className="bkg-no" d="M320 27H480" />
            <path className="bkg-mark" d="M320 6V48M480 6V48" />
          </svg>
          <p className="bkg-k" aria-hidden>
            <span>Refundable</span>
            <span>48 h</span>
            <span>Class</span>
          </p>
          <p>
            {refundRule.refund} {refundRule.noShow}
          </p>
        </div>
        <div>
          <h3 className="h4">How to register</h3>
          <p>
            Choose a date with a free seat. It is held for ten minutes while you pay the deposit; the
            confirmation brings a calendar file and the private link by which you move or cancel the seat.
          </p>
          <p>
            <ButtonLink to="/course-registration">{registrationWords.register}</ButtonLink>
          </p>
        </div>
      </div>
    </Section>
  )
}
