import type { Cited } from '../../pages/rules.ts'
import type { ShownPhoto } from '../../photos/rules.ts'
import { BundleNote } from '../../trust/components/bundle-note.tsx'
import { complianceWords, howWords } from '../words/build-page.ts'
import type { Catalog } from '../rules.ts'
import type { FinishColors } from '../rules/finishes.ts'
import { showingWords } from '../words/showing.ts'
import { Configurator } from './configurator.tsx'
import type { PackageView } from './landing-packages.tsx'
import { Compliance, HowItWorks } from './landing-steps.tsx'
import { ShownBuilds, type Start, StartFrom, startsOf } from './start-from.tsx'

type Props = {
  catalog: Catalog
  /** Photographs of parts. */
  partPhotos: Readonly<Record<string, ShownPhoto>>
  finishColors: FinishColors
  /** The query of the page's address: the build. */
  search: string
  suppressorNotice: string
  /** The visitor came for the trust pack. */
  wantsTrust: boolean
  packages: readonly PackageView[]
  /** What others built. */
  shown: readonly Start[]
  isNfa: boolean
  cited: Cited
}

/** The page with a platform chosen. The drawing is the page: nothing is above it, and below it only the starting points and the next steps. */
export function Builder(props: Props) {
  const { catalog, partPhotos, search, suppressorNotice, cited } = props
  return (
    <>
      {props.wantsTrust && <BundleNote />}
      <div className="wrap">
        <Configurator
          catalog={catalog}
          photos={partPhotos}
          finishColors={props.finishColors}
          search={search}
          suppressorNotice={suppressorNotice}
        />
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
