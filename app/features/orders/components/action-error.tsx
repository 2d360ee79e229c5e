import { ButtonLink } from '#app/ui/button.tsx'

type Props = { title: string; text: string | undefined; back: string; label: string }

/** A refusal that has a page of its own, for browsers that sent a form there: what was refused, why, and the way back. */
export function ActionError({ title, text, back, label }: Props) {
  return (
    <section className="wrap act-refused">
      <h1 className="h1">{title}</h1>
      {text && <p className="lead">{text}</p>}
      <div className="btns">
        <ButtonLink to={back} variant="primary">
          {label}
        </ButtonLink>
      </div>
    </section>
  )
}
