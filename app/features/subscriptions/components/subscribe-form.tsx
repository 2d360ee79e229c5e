import { humanProof } from '#app/http/proof-marks.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailField } from '#app/ui/field.tsx'
import { listPath, type SubscribeAnswer, type Topic, consentVersions, topicParts } from '../rules.ts'
import { formWords, consentWords } from '../words.ts'
import { typed } from '../routes/subscriptions.tsx'
import { trapField } from '#app/http/sender-fields.ts'
import { TrapField } from '#app/ui/trap-field.tsx'

type Props = {
  topic: Topic
  button?: string
  label?: string
  /** In a bar the words beside it are the label, and what is agreed to shows once the form has the focus. */
  isBar?: boolean
  variant?: 'primary' | 'secondary'
  size?: 'md' | 'sm'
  /** The answer to it, once it was sent. */
  answer?: SubscribeAnswer | undefined
}

/**
 * One field and one button: newsletter and top bar. Its answer takes its place: the look is sent along, so that the answer has
 * the same.
 */
export function SubscribeForm(props: Props) {
  const { topic, isBar = false, answer } = props
  const words = isBar ? formWords.bar : formWords.inPlace
  const { button = words.button, label = words.label } = props
  const { variant = isBar ? 'secondary' : 'primary', size = isBar ? 'sm' : 'md' } = props
  const errors = answer?.fieldErrors ?? {}
  return (
    <div
      data-part="subscribe-in-place"
      className={isBar ? 'flex-none max-lg:bg-sheet max-lg:px-gutter max-lg:py-3 lg:w-[340px]' : undefined}
    >
      {answer?.done ? (
        <Done />
      ) : (
        <form
          method="post"
          action={listPath(topic)}
          noValidate
          {...humanProof(topic)}
          className="group relative grid gap-2"
        >
          <div className={isBar ? 'flex gap-2 *:first:flex-1' : 'join'}>
            <EmailField
              name="email"
              label={label}
              labelHidden={isBar}
              placeholder={formWords.emailPlaceholder}
              error={errors.email}
              defaultValue={typed(answer, 'email')}
            />
            <Button
              variant={variant}
              size={size}
              busyLabel={formWords.pending}
              className={isBar ? 'min-h-12' : 'sm:mt-6'}
            >
              {button}
            </Button>
          </div>
          <p role="alert" className="field-error empty:hidden">
            {errors.form?.[0] ?? errors.topic?.[0]}
          </p>
          <Consent topic={topic} className={isBar ? 'hidden text-xs group-focus-within:block' : 'text-sm'} />
          <input type="hidden" name="look" value={isBar ? 'bar' : 'in-place'} />
        </form>
      )}
    </div>
  )
}

function Done() {
  return (
    <div role="status" tabIndex={-1} data-focus className="grid scroll-mt-32 gap-1">
      <p className="h4">{formWords.notified}</p>
      <p className="text-sm text-muted">{formWords.confirmFirst}</p>
    </div>
  )
}

export function Consent({ topic, className = 'text-sm' }: { topic: Topic; className?: string }) {
  const [version] = consentVersions
  return (
    <>
      <p className={`text-faint ${className}`}>{consentWords[version][topicParts(topic).kind]}</p>
      <input type="hidden" name="topic" value={topic} />
      <input type="hidden" name="consent" value={version} />
      <TrapField name={trapField} />
    </>
  )
}
