import CircleAlert from 'lucide-react/icons/circle-alert'
import { ButtonLink } from '#app/ui/button.tsx'
import { contactWords } from '../words.ts'
import { type Reach, telOf } from './reach-list.tsx'

/** What cannot wait: the number for it, and the form under its subject. Nothing where the shop states no number. */
export function LegalLine({ email, legal }: Pick<Reach, 'email' | 'legal'>) {
  const { title, text, call } = contactWords.legal
  if (!legal) return null
  return (
    <aside
      className="grid gap-3 rounded-plate border border-hairline bg-sheet p-6 text-muted"
      aria-label={title}
    >
      <h2 className="h3 flex items-center gap-2 text-ink">
        <CircleAlert className="text-stop" aria-hidden />
        {title}
      </h2>
      <p>{text}</p>
      <p>
        <a className="link text-xl" href={telOf(legal)}>
          {legal}
        </a>
      </p>
      <div className="btns mt-1">
        <ButtonLink to="/contact?subject=legal#write" size="sm" className="max-lg:w-full">
          {call}
        </ButtonLink>
      </div>
      {email && (
        <p className="text-sm">
          Or by email:{' '}
          <a className="link" href={`mailto:${email}?subject=URGENT`}>
            {email}
          </a>
        </p>
      )}
    </aside>
  )
}
