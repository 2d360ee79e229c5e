import { humanProof, trapField } from '#app/http/proofs.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { Button, type ButtonVariant, ButtonLink } from '#app/ui/button.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'
import { ToastMark } from '#app/ui/toaster.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import {
  consentVersions,
  consentWords,
  factsOf,
  listPath,
  type SubscribeAnswer,
  type Topic,
  topicParts,
} from '../rules.ts'

type Props = {
  topic: Topic
  look?: 'page' | 'in-place' | 'bar'
  answer?: SubscribeAnswer | undefined
}

/** Outside of its page the answer takes the form's place: the look is sent along, so that the answer has the same. */
export function SubscribeForm({ topic, look = 'in-place', answer }: Props) {
  const [version] = consentVersions
  const errors = answer?.fieldErrors ?? {}
  const typed = (name: string) => (answer ? typedIn(answer.given, name) : '')
  const [isPage, isBar] = [look === 'page', look === 'bar']
  const { hasName } = factsOf(topic)
  const email = (
    <EmailField
      name="email"
      label={isBar ? 'Email address for build news' : 'Email'}
      labelHidden={isBar}
      placeholder="you@example.com"
      error={errors.email}
      defaultValue={typed('email')}
    />
  )
  const refusal = (
    <p role="alert" className="field-error empty:hidden">
      {errors.form?.[0] ?? errors.topic?.[0]}
    </p>
  )
  const consent = (
    <>
      <p className={`text-faint ${isBar ? 'hidden text-xs group-focus-within:block' : 'text-sm'}`}>
        {consentWords[version][topicParts(topic).kind]}
      </p>
      <input type="hidden" name="topic" value={topic} />
      <input type="hidden" name="consent" value={version} />
      <TrapField name={trapField} />
    </>
  )
  const form = { method: 'post', action: listPath(topic), noValidate: true, ...humanProof(topic) } as const
  if (isPage)
    return (
      <form {...form} data-failed={JSON.stringify(failed)} className="relative grid gap-4">
        {hasName && (
          <TextField
            name="name"
            label="Name"
            autoComplete="name"
            placeholder="Your full name"
            required
            maxLength={120}
            error={errors.name}
            defaultValue={typed('name')}
          />
        )}
        {email}
        {refusal}
        {consent}
        <Button variant="primary" block busyLabel={pending}>
          {hasName ? 'Join the Waitlist' : 'Subscribe'}
        </Button>
      </form>
    )
  return (
    <div
      data-part="subscribe-in-place"
      className={isBar ? 'flex-none max-lg:bg-sheet max-lg:px-gutter max-lg:py-3 lg:w-[340px]' : undefined}
    >
      {answer?.done ? (
        <div role="status" tabIndex={-1} data-focus className="grid scroll-mt-32 gap-1">
          <p className="h4">{notified}</p>
          <p className="text-sm text-muted">{confirmFirst}</p>
        </div>
      ) : (
        <form {...form} className="group relative grid gap-2">
          <div
            className={
              isBar
                ? 'flex gap-2 *:first:flex-1'
                : 'flex flex-col gap-2 *:first:min-w-0 sm:flex-row sm:*:first:flex-1 sm:items-start'
            }
          >
            {email}
            <Button
              variant={isBar ? 'secondary' : 'primary'}
              size={isBar ? 'sm' : 'md'}
              busyLabel={pending}
              className={isBar ? 'min-h-12' : 'sm:mt-6'}
            >
              {isBar ? 'Get notified' : 'Subscribe'}
            </Button>
          </div>
          {refusal}
          {consent}
          <input type="hidden" name="look" value={look} />
        </form>
      )}
    </div>
  )
}

export function JoinedToast({ topic }: { topic: Topic }) {
  return (
    <ToastMark
      title="Added to waitlist!"
      description={`You'll be notified when ${factsOf(topic).what} becomes available. ${confirmFirst}`}
    />
  )
}

// Specification, section 8.
export const notified = "You'll be notified!"
export const confirmFirst = 'Open the email we just sent and confirm your address.'
const pending = 'Joining...'
const failed = {
  title: 'Error',
  description: 'Failed to join waitlist. Please try again.',
  kind: 'destructive',
}

type WaitlistButtonProps = {
  topic: Topic
  label: string
  /** What it is for, where a page has several with the same words: screen readers list them without what is around them. */
  about?: string
  variant?: ButtonVariant
  size?: 'md' | 'sm'
  block?: boolean
}

export function WaitlistButton({ topic, label, about, ...look }: WaitlistButtonProps) {
  return (
    <ButtonLink {...look} href={listPath(topic)} data-dialog="">
      {label}
      {about && <span className="sr-only">: {about}</span>}
    </ButtonLink>
  )
}
