import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import { type Build, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { BARREL_LIMIT_IN, OVERALL_LIMIT_IN } from '#app/art/blueprint/classify.ts'

/** Three rifles that differ in what the law looks at, on one sheet, so that one scale holds for all. */
const rifles: readonly { name: string; build: Build }[] = [
  { name: 'Short barrel', build: STARTING_BUILDS.ar15 },
  {
    name: 'Short barrel, short overall',
    build: { ...STARTING_BUILDS.ar9, stock: 'skeleton', muzzle: null },
  },
  {
    name: 'Neither',
    build: {
      ...STARTING_BUILDS.ar15,
      barrelIn: 16,
      handguard: { style: 'slotted', lengthIn: 12.6 },
      muzzle: null,
    },
  },
]

const frame = { x: -18.6, y: -4, width: 37.6, height: 14.6 }

/** The two lengths that decide, drawn on three rifles at one scale. */
export function LengthChart() {
  return (
    <div className="learn-len">
      {rifles.map(({ name, build }) => {
        const sheet = renderBlueprint(build, { pxPerInch: 16, letteringPx: 12, terse: true, frame })
        const { barrelIn, overallIn, classification } = sheet
        const { shortBarreled, barrelUnderLimit, overallUnderLimit } = classification
        return (
          <figure key={name} className="learn-rifle">
            <BlueprintDrawing
              sheet={sheet}
              small
              label={`Side view: barrel ${barrelIn} inches, overall ${overallIn} inches`}
            />
            <figcaption>
              <h3 className="h3">{name}</h3>
              <p>
                Barrel {barrelIn} in, {barrelUnderLimit ? 'under' : 'not under'} {BARREL_LIMIT_IN} in. Overall{' '}
                {overallIn} in, {overallUnderLimit ? 'under' : 'not under'} {OVERALL_LIMIT_IN} in.
              </p>
              <p className={shortBarreled ? 'label is-short' : 'label'}>
                {shortBarreled ? 'A short-barreled rifle' : 'A rifle like any other'}
              </p>
            </figcaption>
          </figure>
        )
      })}
    </div>
  )
}
