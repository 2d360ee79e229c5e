import { type ButtonVariant, ButtonLink } from '#app/ui/button.tsx'
import { listPath, type Topic } from '../rules.ts'

type Props = {
  topic: Topic
  label: string
  /** What it is for, where a page has several with the same words: screen readers list them without what is around them. */
  about?: string
  variant?: ButtonVariant
  size?: 'md' | 'sm'
  block?: boolean
}

export function WaitlistButton({ topic, label, about, variant, size, block }: Props) {
  return (
    <ButtonLink
      {...(variant && { variant })}
      {...(size && { size })}
      {...(block && { block })}
      to={listPath(topic)}
      data-dialog=""
    >
      {label}
      {about && <span className="sr-only">: {about}</span>}
    </ButtonLink>
  )
}
