import { Form } from 'react-router'
import type { ShowingState } from '#app/features/builds/rules/showing.ts'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { showingStatusWords } from '../words.ts'

/** Whether a build is shown to others, since when its sender agreed, and the verb that takes it off the page or puts it back. */
export function ShowingNote({
  state,
  consentedOn,
  action,
}: {
  state: ShowingState
  consentedOn: string | undefined
  action: string
}) {
  const { kind, word } = showingStatusWords[state]
  const isHidden = state === 'hidden'
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status">
        <Status kind={kind} figure={consentedOn && `agreed ${consentedOn}`}>
          {word}
        </Status>
      </p>
      {(isHidden || state === 'shown' || state === 'waiting') && (
        <Form method="post" action={action}>
          <Verb small name="showing" value={isHidden ? 'show' : 'hide'} busyWords="Saving...">
            {isHidden ? 'Show it again' : 'Hide it'}
          </Verb>
        </Form>
      )}
    </div>
  )
}
