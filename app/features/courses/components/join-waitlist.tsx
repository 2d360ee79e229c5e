import { WaitlistButton } from '#app/features/subscriptions/components/waitlist-button.tsx'
import type { SessionView } from '../rules.ts'
import { registrationWords, waitlistWords } from '../words/registration.ts'

/** Puts somebody in line for a seat of a session that has none. */
export function JoinWaitlist({ session }: { session: SessionView }) {
  return (
    <WaitlistButton
      topic={`course:${session.id}`}
      label={registrationWords.waitlist}
      size="sm"
      {...waitlistWords(session)}
    />
  )
}
