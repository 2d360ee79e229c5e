import CircleAlert from 'lucide-react/icons/circle-alert'
import { ButtonLink } from '#app/ui/button.tsx'
import { contactWords } from '../words.ts'
import { type Reach, telOf } from './reach-list.tsx'

/** What cannot wait: the number for it, where the shop states one, and the form under its subject. */
export function LegalLine({ email, legal }: Pick<Reach, 'email' | 'legal'>) {
  const { title, text, call } = contactWords.legal
  return (
    <aside className="ct-legal" aria-label={title}>
      <h2 className="h3">
        <CircleAlert aria-hidden />
        {title}
      </h2>
      <p>{text}</p>
      {legal && (
        <p>
          <a className="lnk ct-number" href={telOf(legal)}>
            {legal}
          </a>
        </p>
      )}
      <div className="btns">
        <ButtonLink to="/contact?subject=legal#write" size="sm">
          {call}
        </ButtonLink>
      </div>
      {email && (
        <p className="small">
          Or by email:{' '}
          <a className="lnk" href={`mailto:${email}?subject=URGENT`}>
            {email}
          </a>
        </p>
      )}
    </aside>
  )
}
