import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import type { ShownSession } from '../rules.ts'
import { registrationWords, waitlistWords } from '../words/registration.ts'

/** Puts somebody in line for a seat of a session that has none. */
export function JoinLine({ session }: { session: ShownSession }) {
  return (
    <WaitlistButton
      topic={`course:${session.id}`}
      label={registrationWords.waitlist}
      size="sm"
      {...waitlistWords(session)}
    />
  )
}
