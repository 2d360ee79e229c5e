import { Island } from '#app/islands/island.tsx'
import type { BuilderSheet } from '#app/islands/builder.island.tsx'
import type { Cited } from '../../pages/rules.ts'
import { BundleNote } from '../../trust/components/bundle-note.tsx'
import { complianceWords, howWords } from '../words/build-page.ts'
import { showingWords } from '../words/showing.ts'
import type { PackageView } from './landing-packages.tsx'
import { Compliance, HowItWorks } from './landing-steps.tsx'
import { ShownBuilds, type Start, StartFrom, startsOf } from './start-from.tsx'

type Props = {
  sheet: BuilderSheet
  /** The visitor came for the trust pack. */
  wantsTrust: boolean
  packages: readonly PackageView[]
  /** What others built. */
  shown: readonly Start[]
  isNfa: boolean
  cited: Cited
}

/** The page with a platform chosen. The drawing is the page: nothing is above it, and below it only the starting points and the next steps. */
export function Builder({ sheet, cited, ...props }: Props) {
  return (
    <>
      {props.wantsTrust && <BundleNote />}
      <div className="wrap">
        <Island name="builder" props={sheet} />
      </div>
      <StartFrom
        id="starts"
        title={showingWords.starts}
        lead={showingWords.startsLead}
        starts={startsOf(props.packages)}
      />
      <ShownBuilds starts={props.shown} />
      {props.isNfa && <HowItWorks words={howWords} cited={cited} />}
      <Compliance words={complianceWords} cited={cited} />
    </>
  )
}
