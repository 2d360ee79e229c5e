import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#app/ui/button.tsx'
import { EmailField } from '#app/ui/field.tsx'
import type { Topic } from '../rules.ts'
import { formWords } from '../words.ts'
import { Consent } from './consent.tsx'
import { useSubscribe } from './use-subscribe.ts'

type Props = {
  topic: Topic
  button?: string
  label?: string
  /** In a bar the words beside it are the label, and what is agreed to shows once the form has the focus. */
  isBar?: boolean
  variant?: 'primary' | 'secondary'
  size?: 'md' | 'sm'
  /** What replaces the form once it was sent. */
  done?: ReactNode
}

/** One field and one button: newsletter and top bar. Once submitted, the form is replaced by a confirmation. */
export function SubscribeForm(props: Props) {
  const { topic, button = 'Subscribe', label = 'Email', isBar = false } = props
  const { variant = 'primary', size = 'md', done = formWords.notified } = props
  const { form, isDone, hasFailed, errors } = useSubscribe(topic)
  if (isDone) return <Done>{done}</Done>
  const message = hasFailed ? formWords.failed : (errors.form?.[0] ?? errors.topic?.[0])
  return (
    <form
      {...form}
      className={`group relative grid gap-2 ${isBar ? 'flex-none max-lg:bg-sheet max-lg:px-gutter max-lg:py-3 lg:w-[340px]' : ''}`}
    >
      <div className={isBar ? 'flex gap-2 *:first:flex-1' : 'join'}>
        <EmailField
          name="email"
          label={label}
          labelHidden={isBar}
          placeholder={formWords.emailPlaceholder}
          error={errors.email}
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
        {message}
      </p>
      <Consent topic={topic} className={isBar ? 'hidden text-xs group-focus-within:block' : 'text-sm'} />
    </form>
  )
}

/** The focus goes on with the words: the button that had it is gone. */
function Done({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.focus(), [])
  return (
    <div ref={root} role="status" tabIndex={-1} className="grid scroll-mt-32 gap-1">
      <p className="h4">{children}</p>
      <p className="text-sm text-muted">{formWords.confirmFirst}</p>
    </div>
  )
}
