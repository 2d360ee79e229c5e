import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import { type Build, type PartStep, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { CaseDrawing } from '#app/art/case-drawing.tsx'
import { FormsDraft } from './drafts.tsx'
import { ReviewScale } from './review-scale.tsx'

type Props = {
  step: 'design' | 'register' | 'form-4' | 'review' | 'delivery'
  /** How long a review takes, as the claim gives it today: "90 to 180 days". */
  review?: string | undefined
}

const build: Build = { ...STARTING_BUILDS.ar15, accessories: ['light'] }
const frame = { x: -18.6, y: -4.2, width: 32.4, height: 12.6 }

/** What a step does to the rifle: drawn, made, on paper, on a scale of days, in its case. */
export function ProcessDrawing({ step, review }: Props) {
  switch (step) {
    case 'design':
      return (
        <Rifle
          chosen={['upper', 'handguard']}
          label="The rifle in phantom line, two parts chosen and inked"
        />
      )
    case 'register':
      return <Rifle label="The whole rifle in ink, its receiver engraved" engraved />
    case 'form-4':
      return <FormsDraft />
    case 'review':
      return <ReviewScale figure={review} />
    case 'delivery':
      return <CaseDrawing build={build} unitNumber={17} total={50} patchText="Vol. 1" />
  }
}

function Rifle({
  chosen,
  label,
  engraved,
}: {
  chosen?: readonly PartStep[]
  label: string
  engraved?: boolean
}) {
  const sheet = renderBlueprint(engraved ? { ...build, edition: '017' } : build, {
    pxPerInch: engraved ? 20 : 16,
    dimensions: false,
    frame,
    ...(chosen && { chosen }),
  })
  return <BlueprintDrawing sheet={sheet} small label={label} />
}

/** The muzzle with the suppressor that is not part of the rifle, in phantom line. */
export function SuppressorDrawing() {
  const sheet = renderBlueprint(
    { ...STARTING_BUILDS.ar15, suppressor: true },
    { pxPerInch: 40, dimensions: false, frame: { x: 3.4, y: -3.2, width: 14.4, height: 6.2 } },
  )
  const isNear = ({ step }: { step: PartStep }) => ['handguard', 'barrel', 'muzzle'].includes(step)
  return (
    <BlueprintDrawing
      sheet={{ ...sheet, layers: sheet.layers.filter(isNear), contours: sheet.contours.filter(isNear) }}
      label="The end of the barrel, a suppressor in phantom line before it"
    />
  )
}
