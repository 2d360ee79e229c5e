import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import type { ReleaseView } from '../rules.ts'
import { joinWords } from '../words.ts'

type Props = { release: ReleaseView; variant?: 'primary' | 'secondary'; block?: boolean }

/** The button that joins the waitlist of a build window. */
export function JoinWindow({ release, variant = 'secondary', block = false }: Props) {
  return (
    <WaitlistButton
      label="Join Build Window"
      about={release.name}
      topic={`build-window:${release.slug}`}
      title={`${release.name}, build window`}
      description={joinWords(release)}
      button="Join Build Window"
      variant={variant}
      block={block}
    />
  )
}
