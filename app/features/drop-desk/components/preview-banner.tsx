import { Link } from 'react-router'
import { PreviewBar } from '#app/features/console/components/preview-bar.tsx'
import type { PreviewDay } from '#app/features/drops/rules/preview.ts'
import { dayWords } from '../words.ts'

type Props = { slug: string; day: PreviewDay; days: readonly PreviewDay[]; isPublished: boolean }

/** Says over a preview what it is, and leads to the other days and back. */
export function PreviewBanner({ slug, day, days, isPublished }: Props) {
  return (
    <PreviewBar
      words={
        isPublished
          ? 'of the saved plan. Nothing can be pressed here.'
          : 'of a draft. Only staff see it, and nothing can be pressed.'
      }
      back={{ to: `/staff/drops/${slug}`, label: 'Back to its sheet' }}
    >
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
    </PreviewBar>
  )
}
