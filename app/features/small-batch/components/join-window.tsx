import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import type { ReleaseView } from '../rules.ts'

type Props = { release: ReleaseView; variant?: 'primary' | 'secondary'; block?: boolean }

/** The button that joins the waitlist of a build window. */
export function JoinWindow({ release, variant = 'secondary', block = false }: Props) {
  return (
    <WaitlistButton
      label="Join Build Window"
      about={release.name}
      topic={`build-window:${release.slug}`}
      variant={variant}
      block={block}
    />
  )
}
