import { Link } from 'react-router'
import type { PreviewDay } from '#app/features/drops/rules/preview.ts'
import { dayWords } from '../words.ts'

type Props = { slug: string; day: PreviewDay; days: readonly PreviewDay[]; isPublished: boolean }

/** Says over a preview what it is, and leads to the other days and back. */
export function PreviewBanner({ slug, day, days, isPublished }: Props) {
  return (
    <aside className="preview-banner" aria-label="Preview">
      <p>
        <b>Preview</b>{' '}
        {isPublished
          ? 'of the saved plan. Nothing can be pressed here.'
          : 'of a draft. Only staff see it, and nothing can be pressed.'}
      </p>
      <nav aria-label="Days">
        {days.map((each) => (
          <Link
            key={each}
            className="link"
            to={`/staff/drops/${slug}/preview?day=${each}`}
            aria-current={each === day ? 'page' : undefined}
          >
            {dayWords[each]}
          </Link>
        ))}
      </nav>
      <Link className="link" to={`/staff/drops/${slug}`} reloadDocument>
        Back to its sheet
      </Link>
    </aside>
  )
}
