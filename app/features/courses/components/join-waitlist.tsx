import { WaitlistButton } from '#app/features/subscriptions/components/waitlist-button.tsx'
import type { SessionView } from '../rules.ts'
import { registrationWords } from '../words/registration.ts'

/** The button that joins the waitlist of a session without open seats. */
export function JoinWaitlist({ session }: { session: SessionView }) {
  return (
    <WaitlistButton
      topic={`course:${session.id}`}
      label={registrationWords.waitlist}
      about={`${session.course.name}, ${session.when.full}`}
      size="sm"
    />
  )
}
