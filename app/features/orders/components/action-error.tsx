import { ButtonLink } from '#app/ui/button.tsx'

type Props = { title: string; text: string | undefined; back: string; label: string }

/** The page of a refused action, for browsers without script: what was refused, why, and a link back. */
export function ActionError({ title, text, back, label }: Props) {
  return (
    <section className="wrap grid justify-items-start gap-4 pt-16 pb-24">
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
