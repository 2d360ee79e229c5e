import { siteTitle } from '#app/kit/brand.ts'
import { ButtonLink } from './button.tsx'
import { LinkedText } from './linked-text.tsx'

export const actionErrorMeta = [{ title: siteTitle('Not changed') }]

type Props = {
  title: string
  /** Why; undefined where the form's address was opened without sending the form. */
  text: string | undefined
  back: string
  label: string
}

/** Its route must not lead on in a loader: loaders run after the action, and the refusal would never be seen. */
export function ActionError({ title, text, back, label }: Props) {
  return (
    <section className="wrap grid justify-items-start gap-4 pt-16 pb-24">
      <h1 className="h1">{text ? title : 'Nothing was changed'}</h1>
      {text && (
        <p className="lead">
          <LinkedText text={text} />
        </p>
      )}
      <div className="btns">
        <ButtonLink href={back} variant="primary">
          {label}
        </ButtonLink>
      </div>
    </section>
  )
}
